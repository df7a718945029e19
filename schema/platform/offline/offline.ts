/** Rules for pages and calls without a connection (A9, C14, G9). */
import { DAY_MS } from '../duration.ts'

/** The page that replaces pages that need a connection. */
export const OFFLINE_PATH = '/offline'
/** The page that replaces a page of one shopper: cart, sign-in, account. */
export const OFFLINE_OWN_PATH = '/offline/own'
/** Hash of Home when it replaces a page that could not be loaded. */
export const OFFLINE_HASH = '#offline'
/** Lifetime of a cached page in milliseconds (G9). */
export const OFFLINE_PAGE_TTL_MS = DAY_MS

/** The staff page that works without a connection (H14), `staffPaths.intake`: pages of the shop load no address of staff. */
export const OFFLINE_WORK_PATH = '/staff/intake/'
/** Name of the cache with that page, which is deleted when its person signs out. */
export const OFFLINE_WORK_CACHE = 'work'

/**
 * `work` is stored for the person who opened it, until they sign out. `content` is the same for all shoppers and cached when visited. `leads-home` is content that redirects to Home when
 * it is not cached. `personal` is rendered for one shopper and never cached.
 */
export type PageKind = 'content' | 'leads-home' | 'personal' | 'work'

/** Pages of one shopper, and pages whose request changes data. */
const PERSONAL =
  /^\/(cart|checkout|customer|login|register|auth-login|account|chat|sales|order|reclaim|applycoupon|staff|download|api|webhooks)(\/|$)/

/** Returns the kind of a page. `texts` are paths of texts outside `/i/` (schema/paths.ts). */
export function pageKind(pathname: string, texts: Iterable<string>): PageKind {
  if (pathname === OFFLINE_WORK_PATH) return 'work'
  if (PERSONAL.test(pathname)) return 'personal'
  const isText = [...texts].some((path) => path === pathname || path === `${pathname}/`)
  return isText || /^\/[pci]\//.test(pathname) ? 'leads-home' : 'content'
}

/** Checks whether a file never changes: the name of a built file has a hash, the name of a picture encodes its content. */
export function isImmutable(pathname: string): boolean {
  return pathname.startsWith('/assets/') || pathname.startsWith('/pictures/')
}

/** Checks whether a call is a catalog query, by GET or by POST. */
export function isSearch(method: string, pathname: string): boolean {
  return (method === 'GET' || method === 'POST') && /^\/api\/catalog(\/|$)/.test(pathname)
}

/** Checks whether a new service worker can activate: no open page is the cart or the checkout (G9). */
export function canActivateServiceWorker(openPaths: readonly string[]): boolean {
  return openPaths.every((pathname) => !/^\/(cart|checkout)(\/|$)/.test(pathname))
}

/** The result of a search without a connection: empty, with the flag `offline` (C14). */
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
