/**
 * The Content-Security-Policy of every page. Content pages are cached and shared, so their policy is constant and
 * allows no inline script; pages of the app are rendered per request and have a nonce. Both require Trusted Types and
 * reports of violations (worker/platform/security/security-report.api.ts).
 */

import { paths } from '../../../schema/paths.ts'
import {
  type ThirdPartyScript,
  thirdPartyScriptOrigins,
} from '../../../schema/platform/analytics/third-party-script.ts'
import { TRUSTED_POLICY } from '../../../schema/platform/trusted-types.ts'

export const REPORT_PATH = '/api/ext/security-report'
/** Name of the group in the header `Reporting-Endpoints`, which every page has. */
const REPORT_GROUP = 'csp'
export const REPORTING_ENDPOINTS = `${REPORT_GROUP}="${REPORT_PATH}"`
/** `report-uri` is for browsers without support for `report-to`; other browsers ignore it. */
const REPORTING = `report-uri ${REPORT_PATH}; report-to ${REPORT_GROUP}`

/** Types that no page needs are `'none'` by default: frames, objects, media. */
const DEFAULT_NONE = "default-src 'none'"
const OWN_FILES = "style-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'"
const COMMON = "base-uri 'none'; frame-ancestors 'none'"
const OWN_FORMS = "form-action 'self'"

function trustedTypesDirective(names: readonly string[] = []): string {
  return `require-trusted-types-for 'script'; trusted-types ${[TRUSTED_POLICY, ...names].join(' ')}`
}

/** The inline script of `npx wrangler dev --live-reload`, which reloads the page when a file is saved. */
const LIVE_RELOAD = "'sha256-g5a3SrOYIecCloZ8S7M4xdT1pbYi6e7mjHrmwphRxfE='"

/** Only a shop on the machine of a developer has an address without https. */
function developmentScript(siteUrl: string): string {
  return siteUrl.startsWith('http:') ? ` ${LIVE_RELOAD}` : ''
}

/** Returns the policy of a content page. It allows only third-party scripts of the configuration. */
export function contentPolicy(scripts: readonly ThirdPartyScript[], siteUrl: string): string {
  if (scripts.length > 0 || siteUrl.startsWith('http:')) return buildContentPolicy(scripts, siteUrl)
  return CONTENT_POLICY
}

function buildContentPolicy(scripts: readonly ThirdPartyScript[], siteUrl: string): string {
  const origins = thirdPartyScriptOrigins(scripts).map((origin) => ` ${origin}`)
  const thirdParty = origins.join('')
  return [
    DEFAULT_NONE,
    `script-src 'self'${thirdParty}${developmentScript(siteUrl)}`,
    `connect-src 'self'${thirdParty}`,
    `img-src 'self' data:${thirdParty}`,
    OWN_FILES,
    COMMON,
    OWN_FORMS,
    trustedTypesDirective([...new Set(scripts.flatMap(({ trustedTypes = [] }) => trustedTypes))]),
    REPORTING,
  ].join('; ')
}

/** Built once, because every response of the API has it too. */
const CONTENT_POLICY = buildContentPolicy([], 'https:')

/**
 * Returns the policy of a page of the back office: no script of anybody else. `blobImages` allows pictures that the page's
 * script made.
 */
export function staffPolicy({ blobImages }: { blobImages: boolean }, siteUrl: string): string {
  return [
    DEFAULT_NONE,
    `script-src 'self'${developmentScript(siteUrl)}`,
    "connect-src 'self'",
    `img-src 'self' data:${blobImages ? ' blob:' : ''}`,
    OWN_FILES,
    COMMON,
    OWN_FORMS,
    trustedTypesDirective(),
    REPORTING,
  ].join('; ')
}

/** The policy of a page that is only read: it runs no script and sends no form. */
export const VIEW_POLICY = [
  DEFAULT_NONE,
  "img-src 'self' data:; style-src 'self'; font-src 'self'",
  COMMON,
  "form-action 'none'",
].join('; ')

/** The part of the shop's configuration that policies depend on. */
interface PolicyConfig {
  siteUrl: string
  card: { scriptUrl: string; apiUrl: string } | null
  paypal: { apiUrl: string } | null
  captcha: { url: string } | null
}

/** Pages with a captcha. */
const CAPTCHA_PAGES: readonly string[] = [paths.login, paths.register, paths.createPassword]

/**
 * Providers that do not document whether their scripts support Trusted Types. Blocking a script might stop a sale, so
 * on their pages violations are only reported (docs/decisions.md).
 */
const WITHOUT_TRUSTED_TYPES = ['https://js.stripe.com', 'https://challenges.cloudflare.com']

/** Returns the origin of PayPal's pages: PayPal's API hosts are `api-m.` hosts of the same domain. */
function paypalPageOrigin(apiUrl: string): string {
  const { protocol, host } = new URL(apiUrl)
  return `${protocol}//${host.replace(/^api-m\.(sandbox\.)?paypal\.com$/, 'www.$1paypal.com')}`
}

/** Pages on which the card provider's script may load: for card fields, or for the wallets of express payments. */
const CARD_PAGES: readonly string[] = [paths.cart, paths.checkout]

/** Returns the origins of third-party scripts that the app page at `path` may load: of the card provider or the captcha. */
export function scriptOrigins({ card, captcha }: PolicyConfig, path: string): string[] {
  if (card && CARD_PAGES.includes(path)) return [new URL(card.scriptUrl).origin]
  return captcha && CAPTCHA_PAGES.includes(path) ? [captcha.url] : []
}

/**
 * Returns the policies of the app page at `path`. The origins of card provider and captcha may show frames and load
 * scripts. `reportOnly` is the policy whose violations are reported but not blocked.
 */
export function appPolicy(
  nonce: string,
  config: PolicyConfig,
  path: string,
): { enforced: string; reportOnly: string | null } {
  const { card, captcha, paypal, siteUrl } = config
  const origins = card ? [new URL(card.scriptUrl).origin, new URL(card.apiUrl).origin] : []
  // Stripe's own list of hosts for Payment Element and 3-D Secure.
  if (card?.scriptUrl.startsWith('https://js.stripe.com')) {
    origins.push('https://*.js.stripe.com', 'https://hooks.stripe.com')
  }
  if (captcha) origins.push(captcha.url)
  const provider = [...new Set(origins)].map((origin) => ` ${origin}`).join('')
  const supportsTrustedTypes = !scriptOrigins(config, path).some((origin) =>
    WITHOUT_TRUSTED_TYPES.includes(origin),
  )
  const enforced = [
    DEFAULT_NONE,
    `script-src 'nonce-${nonce}' 'strict-dynamic'${developmentScript(siteUrl)}`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data:${provider}`,
    `connect-src 'self'${provider}`,
    ...(provider ? [`frame-src${provider}`] : []),
    "font-src 'self'; manifest-src 'self'; worker-src 'self'",
    COMMON,
    // The form of an express payment redirects to PayPal's page, and browsers check the target of the redirect too.
    paypal ? `${OWN_FORMS} ${paypalPageOrigin(paypal.apiUrl)}` : OWN_FORMS,
    ...(supportsTrustedTypes ? [trustedTypesDirective()] : []),
    REPORTING,
  ].join('; ')
  return { enforced, reportOnly: supportsTrustedTypes ? null : `${trustedTypesDirective()}; ${REPORTING}` }
}

/** Returns the Permissions-Policy. Wallets inside the card provider's frame need `payment` for its origin. */
export function permissions(card: { scriptUrl: string } | null = null): string {
  return formatPermissions(card ? { payment: `(self "${new URL(card.scriptUrl).origin}")` } : {})
}

/** Features of the device that only pages of the back office use. */
export type OwnPermission =
  | 'camera'
  | 'publickey-credentials-create'
  | 'publickey-credentials-get'
  | 'screen-wake-lock'

/** Returns the Permissions-Policy of a page that uses these features itself; frames may not. */
export function ownPermissions(granted: readonly OwnPermission[]): string {
  return formatPermissions(Object.fromEntries(granted.map((name) => [name, '(self)'])))
}

const REFUSED = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'usb']

function formatPermissions(granted: Readonly<Record<string, string>>): string {
  const all = { ...Object.fromEntries(REFUSED.map((name) => [name, '()'])), ...granted }
  return Object.entries(all)
    .map(([name, origins]) => `${name}=${origins}`)
    .join(', ')
}
