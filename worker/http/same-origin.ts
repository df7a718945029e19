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

/** The path that a form wants to go back to, if it lies on this site; anything else is `null`. */
export function sameSitePath(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2000 || !value.startsWith('/')) return null
  // `//host` and `/\host` are other sites to a browser; control characters may be stripped on the way.
  if (/^\/[/\\]/.test(value) || /[\p{Cc}\\]/u.test(value)) return null
  const base = 'https://same.invalid'
  const url = new URL(value, base)
  return url.origin === base ? `${url.pathname}${url.search}` : null
}
