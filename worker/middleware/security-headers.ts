/**
 * Security headers. Content pages are kept and shared, so their policy is constant and allows no inline script at
 * all; pages of the app are made per request and carry a nonce (design.md §3). Everything is private and unstored
 * unless its route said otherwise.
 */
import type { MiddlewareHandler } from 'hono'
import { type OutsideScript, originsOf } from '../../schema/domain/outside-script.ts'
import type { AppEnv } from '../env.ts'

const COMMON = "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
const CONTENT_POLICY = `default-src 'self'; img-src 'self' data:; frame-src 'none'; ${COMMON}`

/** The policy of a content page. It allows scripts that the operator configured, and of others nothing. */
export function contentPolicy(scripts: readonly OutsideScript[]): string {
  if (scripts.length === 0) return CONTENT_POLICY
  const origins = originsOf(scripts).join(' ')
  return [
    "default-src 'self'",
    `script-src 'self' ${origins}`,
    `connect-src 'self' ${origins}`,
    `img-src 'self' data: ${origins}`,
    "frame-src 'none'",
    COMMON,
  ].join('; ')
}

/** The policy of an app page; the origins of card provider and captcha frame their fields and load their scripts. */
export function appPolicy(
  nonce: string,
  card: { scriptUrl: string; apiUrl: string } | null,
  captcha: { url: string } | null,
): string {
  const origins = card ? [new URL(card.scriptUrl).origin, new URL(card.apiUrl).origin] : []
  // Stripe's own list of hosts for Payment Element and 3-D Secure.
  if (card?.scriptUrl.startsWith('https://js.stripe.com')) {
    origins.push('https://*.js.stripe.com', 'https://hooks.stripe.com')
  }
  if (captcha) origins.push(captcha.url)
  const provider = origins.join(' ')
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: ${provider}`.trim(),
    `connect-src 'self' ${provider}`.trim(),
    provider ? `frame-src ${provider}` : "frame-src 'none'",
    // Without it `script-src` would count, whose 'strict-dynamic' knows no 'self'.
    "worker-src 'self'",
    COMMON,
  ].join('; ')
}

/** What a page may ask the browser for. Wallets inside the card provider's frame need `payment` for its origin. */
export function permissions(card: { scriptUrl: string } | null = null): string {
  const payment = card ? `(self "${new URL(card.scriptUrl).origin}")` : '()'
  return `camera=(), microphone=(), geolocation=(), payment=${payment}`
}

export function securityHeaders(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    await next()
    const { headers } = c.res
    if (!headers.has('Content-Security-Policy')) {
      headers.set('Content-Security-Policy', contentPolicy(c.get('config').outsideScripts))
    }
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store')
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    // Wallets and sign-in open popups that must be able to answer.
    headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
    if (!headers.has('Permissions-Policy')) headers.set('Permissions-Policy', permissions())
    // By the shop's address, not the request's: a kept page is shared, and browsers ignore this on plain HTTP.
    if (c.get('config').siteUrl.startsWith('https:')) {
      headers.set('Strict-Transport-Security', 'max-age=63072000; includeSubDomains; preload')
    }
  }
}
