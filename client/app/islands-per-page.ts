/**
 * Which islands the kinds of content pages hold, header and drawer included: what such a page may load in the end is
 * limited by them (.size-limit.js). worker/layout/page-kinds.test.ts holds the lists to the pages.
 */
const EVERYWHERE = ['mini-cart', 'search']

export const ISLANDS_PER_PAGE: Readonly<Record<'home' | 'listing' | 'product', readonly string[]>> = {
  home: [...EVERYWHERE, 'finder'],
  listing: [...EVERYWHERE, 'filters', 'sort'],
  product: [...EVERYWHERE, 'buy-box', 'vehicle-fit', 'delivery', 'gallery', 'print-button'],
}

/** Modules of the windows over a page and of a customer's acts: fetched when they are needed, not when islands wake. */
export const DIALOG_MODULES: readonly string[] = [
  'chat',
  'chat-drawer',
  'consent-dialog',
  'mini-cart',
  'saved-vehicle-page',
  'newsletter-form',
  'location-dialog',
  'authenticated-requests',
  'session-work',
  'browser-cart',
  'sign-in-dialog',
  'size-help-dialog',
  'wish-list-dialog',
]
