/** What the shop shows without a connection (A9, C14, G9). */
/** The page for whatever cannot be shown without a connection. */
export const OFFLINE_PATH = '/offline'
/** The same for a page of one shopper: cart, sign-in, account. */
export const OFFLINE_OWN_PATH = '/offline/own'
/** On Home, when it took the place of a page that could not be had. */
export const OFFLINE_HASH = '#offline'
/** Milliseconds that a page stays cached (G9). */
export const OFFLINE_PAGE_TTL_MS = 86_400_000

/**
 * `content` is the same for everybody and kept as it is visited; of it, `leads-home` goes to Home when it was never
 * visited. `personal` is made for one shopper and never kept.
 */
export type PageKind = 'content' | 'leads-home' | 'personal'

/** What belongs to one shopper, or changes something by being opened. */
const PERSONAL =
  /^\/(cart|checkout|customer|login|register|auth-login|account|chat|sales|order|reclaim|applycoupon|staff|download|api|webhooks)(\/|$)/

/** `texts` are the paths of texts that have an address of their own (schema/paths.ts). */
export function pageKind(pathname: string, texts: Iterable<string>): PageKind {
  if (PERSONAL.test(pathname)) return 'personal'
  const isText = [...texts].some((path) => path === pathname || path === `${pathname}/`)
  return isText || /^\/[pci]\//.test(pathname) ? 'leads-home' : 'content'
}

/** Built files bear their hash in their name, pictures what they show: neither changes. */
export function isImmutable(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/pictures/')
}

/** Questions to the catalog, in the address or in the body; a body changes nothing there. */
export function isSearch(method: string, pathname: string): boolean {
  return (method === 'GET' || method === 'POST') && /^\/api\/catalog(\/|$)/.test(pathname)
}

/** Returns whether a new service worker can activate: no open page is in the checkout (G9). */
export function canActivateServiceWorker(openPaths: readonly string[]): boolean {
  return openPaths.every((pathname) => !/^\/(cart|checkout)(\/|$)/.test(pathname))
}

/** The result of a search without a connection: empty, and flagged (C14). */
export const EMPTY_SEARCH = {
  items: [],
  aggregations: {},
  attributeMetadata: [],
  total: 0,
  perPage: 0,
  start: 0,
  offline: true,
  noresults: true,
} as const
