/**
 * The Content-Security-Policy of every page. Content pages are cached and shared, so theirs is constant and allows no
 * inline script at all; pages of the app are made per request and carry a nonce. Both ask for Trusted
 * Types, and for a word when something is refused (worker/platform/security/security-report.api.ts).
 */

import { paths } from '../../../schema/paths.ts'
import {
  type ThirdPartyScript,
  thirdPartyScriptOrigins,
} from '../../../schema/platform/analytics/third-party-script.ts'
import { TRUSTED_POLICY } from '../../../schema/platform/trusted-types.ts'

export const REPORT_PATH = '/api/ext/security-report'
/** Name of the group in `Reporting-Endpoints`; every page's answer has that header. */
const REPORT_GROUP = 'csp'
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${REPORT_PATH}"`
/** `report-uri` is for browsers that do not know `report-to`; those that do ignore it. */
const REPORTED = `report-uri ${REPORT_PATH}; report-to ${REPORT_GROUP}`

/** What no page needs is `'none'` by default: frames, objects, media. */
const NOTHING = "default-src 'none'"
const OWN_FILES = "style-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'"
const COMMON = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

function trusted(names: readonly string[] = []): string {
  return `require-trusted-types-for 'script'; trusted-types ${[TRUSTED_POLICY, ...names].join(' ')}`
}

/** The policy of a content page. It allows scripts that the operator configured, and of others nothing. */
export function contentPolicy(scripts: readonly ThirdPartyScript[]): string {
  return scripts.length === 0 ? CONTENT_POLICY : contentPolicyWith(scripts)
}

function contentPolicyWith(scripts: readonly ThirdPartyScript[]): string {
  const origins = thirdPartyScriptOrigins(scripts).map((origin) => ` ${origin}`)
  const outside = origins.join('')
  return [
    NOTHING,
    `script-src 'self'${outside}`,
    `connect-src 'self'${outside}`,
    `img-src 'self' data:${outside}`,
    OWN_FILES,
    COMMON,
    trusted([...new Set(scripts.flatMap(({ trustedTypes = [] }) => trustedTypes))]),
    REPORTED,
  ].join('; ')
}

/** Every answer of the API has it too, so it is made once. */
const CONTENT_POLICY = contentPolicyWith([])

interface Providers {
  card: { scriptUrl: string; apiUrl: string } | null
  captcha: { url: string } | null
}

/** Pages on which a visitor may have to solve a captcha. */
const ASKS_FOR_PERSONS: readonly string[] = [paths.login, paths.register, paths.createPassword]

/**
 * Providers who do not say how their scripts get along with Trusted Types. Refusing what they do might stop a sale, so
 * on their pages it is reported and not refused (docs/decisions.md).
 */
const UNPROVEN = ['https://js.stripe.com', 'https://challenges.cloudflare.com']

/** Where scripts of others on an app page at `path` come from: the card provider's, the captcha's. */
export function scriptOrigins({ card, captcha }: Providers, path: string): string[] {
  if (card && path === paths.checkout) return [new URL(card.scriptUrl).origin]
  return captcha && ASKS_FOR_PERSONS.includes(path) ? [captcha.url] : []
}

/**
 * The policies of the app page at `path`; the origins of card provider and captcha frame their fields and load their
 * scripts. `reportOnly` is what is asked for and not insisted on.
 */
export function appPolicy(
  nonce: string,
  providers: Providers,
  path: string,
): { enforced: string; reportOnly: string | null } {
  const { card, captcha } = providers
  const origins = card ? [new URL(card.scriptUrl).origin, new URL(card.apiUrl).origin] : []
  // Stripe's own list of hosts for Payment Element and 3-D Secure.
  if (card?.scriptUrl.startsWith('https://js.stripe.com')) {
    origins.push('https://*.js.stripe.com', 'https://hooks.stripe.com')
  }
  if (captcha) origins.push(captcha.url)
  const provider = [...new Set(origins)].map((origin) => ` ${origin}`).join('')
  const isProven = !scriptOrigins(providers, path).some((origin) => UNPROVEN.includes(origin))
  const enforced = [
    NOTHING,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${provider}`,
    `connect-src 'self'${provider}`,
    ...(provider ? [`frame-src${provider}`] : []),
    "font-src 'self'; manifest-src 'self'; worker-src 'self'",
    COMMON,
    ...(isProven ? [trusted()] : []),
    REPORTED,
  ].join('; ')
  return { enforced, reportOnly: isProven ? null : `${trusted()}; ${REPORTED}` }
}

/** What a page may ask the browser for. Wallets inside the card provider's frame need `payment` for its origin. */
export function permissions(card: { scriptUrl: string } | null = null): string {
  const payment = card ? `(self "${new URL(card.scriptUrl).origin}")` : '()'
  return `camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=${payment}, usb=()`
}
