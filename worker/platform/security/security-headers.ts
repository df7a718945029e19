/**
 * The security headers of every response of the Worker. By default a response is private, is not stored, and can only
 * be loaded by pages of the shop; a route can set some headers itself. Built files have the headers of
 * `public/_headers`.
 */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { contentPolicy, permissions, REPORTING_ENDPOINTS } from './content-policy.ts'
import { isSecretAddress } from './secret-address.ts'

/** Sets the security headers. */
export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Checked before the routes run, because the page cache removes parameters from the address (page-cache.ts).
    const isSecret = isSecretAddress(c.req.url)
    await next()
    const { headers } = c.res
    const { outsideScripts, siteUrl } = c.get('config')
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', contentPolicy(isSecret ? [] : outsideScripts, siteUrl))
    }
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
    headers.set('Reporting-Endpoints', REPORTING_ENDPOINTS)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Referrer-Policy', isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin')
    if (isSecret) headers.set('X-Robots-Tag', 'noindex')
    // Wallets and sign-in open popups that must be able to reply to the page.
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
    headers.set('Origin-Agent-Cluster', '?1')
    // Mail programs and link previews show pictures. The API is called with CORS, which this header does not affect
    // (public-cors.ts).
    const isPicture = headers.get('Content-Type')?.startsWith('image/')
    headers.set('Cross-Origin-Resource-Policy', isPicture ? 'cross-origin' : 'same-origin')
    if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', permissions())
    // Depends on the shop's address and not on the request, because a cached page is shared. Browsers ignore it by
    // HTTP.
    if (siteUrl.startsWith('https:')) {
      headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload')
    }
  }
}
