/**
 * Checks whether a page of the shop sent the form, by headers that browsers set. A request without these headers is
 * refused, because it could use the shopper's cookies.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('Origin')
  return origin !== null && origin === new URL(request.url).origin
}

/**
 * Returns the path of a redirect if it is on this site; `null` otherwise. The returned path is normalized: it has no
 * dot segments, so a browser resolves it to the same path.
 */
export function safeRedirectPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return null
  // Browsers remove control characters and treat a backslash as a slash.
  if (/[\p{Cc}\\]/u.test(value) || !URL.canParse(value, HERE)) return null
  const { origin, pathname, search, hash } = new URL(value, HERE)
  // `//host` is another site, also when dot segments hid it.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null
}

const HERE = 'https://same.invalid'

/** Message for a request from another site. */
export const CROSS_SITE_MESSAGE = 'This request did not come from a page of the shop.'
