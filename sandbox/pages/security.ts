import { createMiddleware } from 'hono/factory'

const OWN_PAGES =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Card fields and 3-D Secure: any site may show them in a frame, as at Stripe. */
const FRAMED =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'"

/** Adds a Content-Security-Policy to pages without their own, and prevents caching. */
export const security = createMiddleware(async (c, next) => {
  await next()
  const framed = c.req.path.startsWith('/elements/') || c.req.path.startsWith('/3ds/')
  const headers = c.res.headers
  if (!headers.has('content-security-policy'))
    headers.set('content-security-policy', framed ? FRAMED : OWN_PAGES)
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'no-referrer')
})
