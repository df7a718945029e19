/**
 * The islands of each kind of content page, including header and mini-cart. `.size-limit.js` limits the JavaScript
 * of a kind by its islands; worker/layout/page-kinds.test.ts compares the lists with the pages.
 */
const EVERYWHERE = ['mini-cart', 'search']

export const ISLANDS_PER_PAGE: Readonly<Record<'home' | 'listing' | 'product', readonly string[]>> = {
  home: [...EVERYWHERE, 'finder'],
  listing: [...EVERYWHERE, 'filters', 'sort'],
  product: [...EVERYWHERE, 'buy-box', 'vehicle-fit', 'delivery', 'gallery', 'print-button'],
}

/** Modules of dialogs and of a shopper's actions: fetched when they are needed, not when islands are hydrated. */
export const DIALOG_MODULES: readonly string[] = [
  'add-to-cart',
  'chat',
  'chat-drawer',
  'consent-dialog',
  'mini-cart',
  'saved-vehicle-page',
  'garage-sync',
  'fit-dialog',
  'vehicle-dialog',
  'newsletter-form',
  'location-dialog',
  'authenticated-requests',
  'session-end',
  'browser-cart',
  'sign-in-dialog',
  'size-help-dialog',
  'wish-list-dialog',
]
