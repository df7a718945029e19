/**
 * Whether a form was sent by a page of the shop. Browsers say so themselves; a request that says nothing is refused,
 * because the cookies it carries would act for the shopper.
 */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('Origin')
  return origin !== null && origin === new URL(request.url).origin
}

/**
 * The path that a form wants to go back to, if it lies on this site; anything else is `null`. What is returned is what was
 * validated: dot segments are gone from it, and read again by a browser it is the same path.
 */
export function safeRedirectPath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return null
  // Browsers strip control characters on the way and take a backslash for a slash.
  if (/[\p{Cc}\\]/u.test(value) || !URL.canParse(value, HERE)) return null
  const { origin, pathname, search, hash } = new URL(value, HERE)
  // `//host` is another site, also where dot segments hid it.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null
}

const HERE = 'https://same.invalid'

/** The answer to a request that another site made. */
export const CROSS_SITE = 'This request did not come from a page of the shop.'
