/**
 * The headers that every answer of the Worker has, each unless its route said otherwise: everything is private and
 * unstored, and fetched by pages of the shop alone. Built files get theirs from `public/_headers`.
 */
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'
import { contentPolicy, permissions, REPORTING_ENDPOINTS } from './content-policy.ts'
import { isSecretAddress } from './secret-address.ts'

export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // As the browser has it: a page's route is given fewer parameters (page-cache.ts).
    const isSecret = isSecretAddress(c.req.url)
    await next()
    const { headers } = c.res
    const { outsideScripts, siteUrl } = c.get('config')
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', contentPolicy(isSecret ? [] : outsideScripts))
    }
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
    headers.set('Reporting-Endpoints', REPORTING_ENDPOINTS)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Referrer-Policy', isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin')
    if (isSecret) headers.set('X-Robots-Tag', 'noindex')
    // Wallets and sign-in open popups that must be able to answer.
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
    headers.set('Origin-Agent-Cluster', '?1')
    // Pictures are shown by mail programs and by sites that link to a page. The API is read with CORS, which this header
    // does not touch (public-cors.ts).
    const isPicture = headers.get('Content-Type')?.startsWith('image/')
    headers.set('Cross-Origin-Resource-Policy', isPicture ? 'cross-origin' : 'same-origin')
    if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', permissions())
    // By the shop's address, not the request's: a cached page is shared, and browsers ignore this on plain HTTP.
    if (siteUrl.startsWith('https:')) {
      headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload')
    }
  }
}
