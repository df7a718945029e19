/** What the shop shows without a connection (A9, C14, G9). */
import { DAY_MS } from '../duration.ts'

/** The page for everything that needs a connection. */
export const OFFLINE_PATH = '/offline'
/** The same for a page of one shopper: cart, sign-in, account. */
export const OFFLINE_OWN_PATH = '/offline/own'
/** On Home, when it replaces a page that could not be loaded. */
export const OFFLINE_HASH = '#offline'
/** Milliseconds that a page stays cached (G9). */
export const OFFLINE_PAGE_TTL_MS = DAY_MS

/**
 * `content` is the same for everybody and cached when visited; of it, `leads-home` goes to Home when it is not cached.
 * `personal` is rendered for one shopper and never cached.
 */
export type PageKind = 'content' | 'leads-home' | 'personal'

/** Pages of one shopper, and pages that change something when opened. */
const PERSONAL =
  /^\/(cart|checkout|customer|login|register|auth-login|account|chat|sales|order|reclaim|applycoupon|staff|download|api|webhooks)(\/|$)/

/** Returns the kind of a page. `texts` are the paths of texts with an address of their own (schema/paths.ts). */
export function pageKind(pathname: string, texts: Iterable<string>): PageKind {
  if (PERSONAL.test(pathname)) return 'personal'
  const isText = [...texts].some((path) => path === pathname || path === `${pathname}/`)
  return isText || /^\/[pci]\//.test(pathname) ? 'leads-home' : 'content'
}

/** Returns whether a file never changes: built files have a hash in their name, pictures their contents. */
export function isImmutable(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/pictures/')
}

/** Returns whether a call is a query to the catalog, by GET or by POST. */
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
