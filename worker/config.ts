/**
 * Configuration: every variable and secret that the Worker reads, in one schema. A missing or malformed value
 * stops `npm start`, `npm run doctor`, `npm run deploy` and every request, with the name of the variable and
 * its expected value.
 */
import * as v from 'valibot'
import { parseReminderMinutes } from '../schema/cart/abandoned/abandoned-cart.ts'
import type { ExpressProviders } from '../schema/cart/cart.api.ts'
import { ORDER_TIRES, type OrderTires } from '../schema/cart/order-size.ts'
import type { InstallmentLimits } from '../schema/catalog/price/installment-offer.ts'
import { CARD_METHOD, INSTALLMENT_METHOD, PAY_LATER_METHOD, WALLET_METHOD } from '../schema/orders/payment.ts'
import { installmentLimitsFor } from '../schema/orders/payment-format.ts'
import {
  THIRD_PARTY_SCRIPTS,
  type ThirdPartyScript,
} from '../schema/platform/analytics/third-party-script.ts'

const url = v.pipe(v.string(), v.url('an absolute URL'))
const text = (min: number, what: string) => v.pipe(v.string(what), v.minLength(min, what))

const count = v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'a whole number from 1'))

/** The form of a variant's address. Both forms work; the other one redirects to the configured one. */
const CHILD_SKU_FORMS = ['route', 'query'] as const

export const VARIABLES = v.object({
  /** Public address of the shop; canonical links, return addresses and links in mails begin with it. */
  SITE_URL: url,
  /** Signs quote ids, prices and download links; a new value invalidates guest carts and these links. */
  CART_SECRET: text(32, 'at least 32 random characters'),
  /** Signs access tokens and hashes session data; a new value ends access tokens, not page sessions. */
  SESSION_SECRET: text(32, 'at least 32 random characters'),
  /** Stripe's secret key. Without the three keys card payment is not offered. */
  STRIPE_SECRET_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^(sk|rk)_(live|test)_\w+$/, 'sk_live_… or sk_test_…')),
  ),
  /** Stripe's publishable key; the browser receives it, so it must not be the secret one. */
  STRIPE_PUBLISHABLE_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^pk_(live|test)_\w+$/, 'pk_live_… or pk_test_…')),
  ),
  /** Signing secret of the webhook endpoint /webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: v.optional(text(8, 'whsec_…')),
  /** Stripe's API host; change it only for development. */
  STRIPE_API_URL: v.optional(url, 'https://api.stripe.com'),
  /** Stripe's browser script; its origin is also allowed to frame the card fields. */
  STRIPE_JS_URL: v.optional(url, 'https://js.stripe.com/v3/'),
  /** Wallet: PayPal's REST app. Without the three values the wallet is not offered. */
  PAYPAL_CLIENT_ID: v.optional(text(8, 'the app’s client id')),
  PAYPAL_CLIENT_SECRET: v.optional(text(8, 'the app’s secret')),
  /** Id of the webhook /webhooks/paypal, as PayPal shows it. */
  PAYPAL_WEBHOOK_ID: v.optional(text(4, 'the webhook’s id')),
  /** PayPal's API host; the sandbox's is https://api-m.sandbox.paypal.com. */
  PAYPAL_API_URL: v.optional(url, 'https://api-m.paypal.com'),
  /** Pay later: Afterpay's merchant. Without both values pay later is not offered. */
  AFTERPAY_MERCHANT_ID: v.optional(text(3, 'the merchant id')),
  AFTERPAY_SECRET_KEY: v.optional(text(8, 'the secret key')),
  AFTERPAY_API_URL: v.optional(url, 'https://global-api.afterpay.com'),
  /** Installments: Affirm's merchant. Without both values installments are not offered. */
  AFFIRM_PUBLIC_KEY: v.optional(text(8, 'the public API key')),
  AFFIRM_PRIVATE_KEY: v.optional(text(8, 'the private API key')),
  AFFIRM_API_URL: v.optional(url, 'https://api.affirm.com'),
  /** Key of the mail service (Resend's API). Without it mails wait in the outbox. */
  MAIL_API_KEY: v.optional(text(8, 're_…')),
  /** The mail service's host; change it only for development. */
  MAIL_API_URL: v.optional(url, 'https://api.resend.com'),
  /** Sender of the shop's mails. */
  MAIL_FROM: v.optional(text(6, 'Name <address@domain>'), 'Treadline <orders@treadline.example>'),
  /** Secret of the captcha (Turnstile). Without it no captcha is shown. */
  CAPTCHA_SECRET: v.optional(text(8, '0x…')),
  /** The captcha's public key, for the widget in the page. */
  CAPTCHA_SITE_KEY: v.optional(text(8, '0x…')),
  /** The captcha's host, for the widget and for verifying its response; change it only for development. */
  CAPTCHA_URL: v.optional(url, 'https://challenges.cloudflare.com'),
  /** Sign-in with Google: OAuth client. Without both values this sign-in is not offered. */
  GOOGLE_CLIENT_ID: v.optional(text(8, '….apps.googleusercontent.com')),
  GOOGLE_CLIENT_SECRET: v.optional(text(8, 'GOCSPX-…')),
  /** Google's hosts of the consent page, the tokens and the keys; change them only for development. */
  GOOGLE_ACCOUNTS_URL: v.optional(url, 'https://accounts.google.com'),
  GOOGLE_API_URL: v.optional(url, 'https://oauth2.googleapis.com'),
  GOOGLE_KEYS_URL: v.optional(url, 'https://www.googleapis.com/oauth2/v3/certs'),
  /** Sign-in with Facebook: app id and secret. Without both values this sign-in is not offered. */
  FACEBOOK_APP_ID: v.optional(text(5, 'digits')),
  FACEBOOK_APP_SECRET: v.optional(text(8, '32 hex digits')),
  /** Facebook's hosts of the consent page and of the Graph API. */
  FACEBOOK_URL: v.optional(url, 'https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: v.optional(url, 'https://graph.facebook.com'),
  /** Minutes after which an abandoned cart gets a reminder, ascending; `none` sends no mail. */
  REMINDER_MINUTES: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => readMinutes(value) !== null, 'rising minutes such as 60,1440, or none'),
    ),
    '60,1440',
  ),
  /** Largest number of tires in a line and in an order; larger orders are taken by telephone. */
  MAX_TIRES_PER_LINE: v.optional(count, String(ORDER_TIRES.line)),
  MAX_TIRES_PER_ORDER: v.optional(count, String(ORDER_TIRES.order)),
  /** Alerts that need the data points: the account, and a token with "Account Analytics: Read". Without both these are quiet. */
  METRICS_ACCOUNT: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/, 'the account id of Cloudflare'))),
  METRICS_TOKEN: v.optional(text(20, 'a token that may read Account Analytics')),
  /** The dataset of wrangler.toml; in another environment the name of its Worker, with _ for -. */
  METRICS_DATASET: v.optional(
    v.pipe(v.string(), v.regex(/^\w{1,80}$/, 'the name of the dataset')),
    'treadline',
  ),
  /** Cloudflare's API; change it only for development. */
  METRICS_API_URL: v.optional(url, 'https://api.cloudflare.com'),
  /** Third-party scripts, a JSON list of {name, src, purpose, integrity?}; they run only with consent. */
  OUTSIDE_SCRIPTS: v.optional(THIRD_PARTY_SCRIPTS, '[]'),
  /** Whether the address of a variant has its sku as the last part of the path or in `?childSku=`. */
  CHILD_SKU: v.optional(v.picklist(CHILD_SKU_FORMS, 'route or query'), 'route'),
})

export interface Config {
  siteUrl: string
  cartSecret: string
  sessionSecret: string
  /** Payment methods; `null` when the provider is not configured and its method is not offered. */
  card: {
    secretKey: string
    publishableKey: string
    webhookSecret: string
    apiUrl: string
    scriptUrl: string
  } | null
  paypal: { clientId: string; clientSecret: string; webhookId: string; apiUrl: string } | null
  afterpay: { merchantId: string; secretKey: string; apiUrl: string } | null
  affirm: { publicKey: string; privateKey: string; apiUrl: string } | null
  /** `null` without a mail service: mails then wait in the outbox. */
  mail: { apiKey: string; apiUrl: string; from: string } | null
  /** `null` when no captcha is configured: then none is shown. */
  captcha: { secret: string; siteKey: string; url: string } | null
  /** Sign-in providers; `null` when not configured and not offered. */
  google: {
    clientId: string
    clientSecret: string
    accountsUrl: string
    apiUrl: string
    keysUrl: string
  } | null
  facebook: { appId: string; appSecret: string; url: string; graphUrl: string } | null
  /** Access to the data points; `null` when not configured. */
  metrics: { account: string; token: string; dataset: string; apiUrl: string } | null
  outsideScripts: ThirdPartyScript[]
  /** Minutes after the last change of a cart; empty sends no reminder. */
  reminderMinutes: readonly number[]
  orderTires: OrderTires
  childSku: (typeof CHILD_SKU_FORMS)[number]
}

/** A configuration, or the problems of an unusable one: each names a variable and its expected value. */
export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

/** Keys of one provider. Either all or none must be set; only some of them is reported as a mistake. */
const KEY_GROUPS = [
  ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'],
  ['AFTERPAY_MERCHANT_ID', 'AFTERPAY_SECRET_KEY'],
  ['AFFIRM_PUBLIC_KEY', 'AFFIRM_PRIVATE_KEY'],
  ['METRICS_ACCOUNT', 'METRICS_TOKEN'],
  ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
] as const

/** Names the variables of an incomplete group that are missing. */
export function describeIncomplete(
  names: readonly string[],
  variables: Readonly<Partial<Record<string, unknown>>>,
): string {
  const missing = names.filter((name) => !variables[name])
  return `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing: set ${names.join(', ')} together, or none`
}

/** Parses the environment. Unknown names (bindings) are ignored; an empty value is missing. */
export function parseConfig(env: object): ConfigResult {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(VARIABLES, variables)
  if (!parsed.success) {
    const problems = parsed.issues.map((issue) => {
      const name = String(issue.path?.[0]?.key ?? '?')
      return issue.input === undefined ? `${name} is missing` : `${name} should be ${issue.message}`
    })
    return { ok: false, problems: [...new Set(problems)] }
  }
  const value = parsed.output
  const incomplete = KEY_GROUPS.filter(
    (names) => names.some((name) => value[name]) && !names.every((name) => value[name]),
  )
  if (incomplete.length > 0)
    return { ok: false, problems: incomplete.map((names) => describeIncomplete(names, value)) }
  return {
    ok: true,
    config: {
      siteUrl: value.SITE_URL.replace(/\/$/, ''),
      cartSecret: value.CART_SECRET,
      sessionSecret: value.SESSION_SECRET,
      card: whenConfigured(
        {
          secretKey: value.STRIPE_SECRET_KEY,
          publishableKey: value.STRIPE_PUBLISHABLE_KEY,
          webhookSecret: value.STRIPE_WEBHOOK_SECRET,
        },
        { apiUrl: value.STRIPE_API_URL, scriptUrl: value.STRIPE_JS_URL },
      ),
      paypal: whenConfigured(
        {
          clientId: value.PAYPAL_CLIENT_ID,
          clientSecret: value.PAYPAL_CLIENT_SECRET,
          webhookId: value.PAYPAL_WEBHOOK_ID,
        },
        { apiUrl: originOf(value.PAYPAL_API_URL) },
      ),
      afterpay: whenConfigured(
        { merchantId: value.AFTERPAY_MERCHANT_ID, secretKey: value.AFTERPAY_SECRET_KEY },
        { apiUrl: originOf(value.AFTERPAY_API_URL) },
      ),
      affirm: whenConfigured(
        { publicKey: value.AFFIRM_PUBLIC_KEY, privateKey: value.AFFIRM_PRIVATE_KEY },
        { apiUrl: originOf(value.AFFIRM_API_URL) },
      ),
      mail: whenConfigured(
        { apiKey: value.MAIL_API_KEY },
        { apiUrl: value.MAIL_API_URL, from: value.MAIL_FROM },
      ),
      captcha: whenConfigured(
        { secret: value.CAPTCHA_SECRET, siteKey: value.CAPTCHA_SITE_KEY },
        { url: originOf(value.CAPTCHA_URL) },
      ),
      google: whenConfigured(
        { clientId: value.GOOGLE_CLIENT_ID, clientSecret: value.GOOGLE_CLIENT_SECRET },
        {
          accountsUrl: originOf(value.GOOGLE_ACCOUNTS_URL),
          apiUrl: originOf(value.GOOGLE_API_URL),
          keysUrl: value.GOOGLE_KEYS_URL,
        },
      ),
      facebook: whenConfigured(
        { appId: value.FACEBOOK_APP_ID, appSecret: value.FACEBOOK_APP_SECRET },
        { url: originOf(value.FACEBOOK_URL), graphUrl: originOf(value.FACEBOOK_GRAPH_URL) },
      ),
      metrics: whenConfigured(
        { account: value.METRICS_ACCOUNT, token: value.METRICS_TOKEN },
        { dataset: value.METRICS_DATASET, apiUrl: originOf(value.METRICS_API_URL) },
      ),
      outsideScripts: value.OUTSIDE_SCRIPTS,
      reminderMinutes: readMinutes(value.REMINDER_MINUTES) ?? [],
      orderTires: {
        line: Number(value.MAX_TIRES_PER_LINE),
        order: Number(value.MAX_TIRES_PER_ORDER),
      },
      childSku: value.CHILD_SKU,
    },
  }
}

/** Returns keys and addresses of a provider as one object; `null` when a key is missing. */
function whenConfigured<Name extends string, Addresses extends object>(
  keys: Record<Name, string | undefined>,
  addresses: Addresses,
): (Record<Name, string> & Addresses) | null {
  const isComplete = (all: Record<string, string | undefined>): all is Record<Name, string> =>
    Object.values(all).every(Boolean)
  return isComplete(keys) ? { ...keys, ...addresses } : null
}

/** Parses the minutes; `none` is an empty list, because an empty variable means the default. */
function readMinutes(text: string): number[] | null {
  return parseReminderMinutes(text.trim() === 'none' ? '' : text)
}

/** Returns the origin of an address; the code of each provider adds the path. */
function originOf(address: string): string {
  return new URL(address).origin
}

/** Returns the largest numbers of tires from raw variables, as Durable Objects have them. */
export function orderTires(env: object): OrderTires {
  const parsed = parseConfig(env)
  return parsed.ok ? parsed.config.orderTires : ORDER_TIRES
}

/** Returns the payment methods with a configured provider; cash on delivery needs no provider. */
export function enabledMethods(env: object): ReadonlySet<string> {
  const parsed = parseConfig(env)
  if (!parsed.ok) return new Set()
  const { card, paypal, afterpay, affirm } = parsed.config
  const providers = [
    { code: CARD_METHOD, keys: card },
    { code: WALLET_METHOD, keys: paypal },
    { code: PAY_LATER_METHOD, keys: afterpay },
    { code: INSTALLMENT_METHOD, keys: affirm },
  ]
  return new Set(providers.filter(({ keys }) => keys !== null).map(({ code }) => code))
}

/** Returns the configured providers of express payments; `null` without any. */
export function expressProviders(env: object): ExpressProviders | null {
  const parsed = parseConfig(env)
  if (!parsed.ok) return null
  const { card, paypal } = parsed.config
  if (!card && !paypal) return null
  const script = card && { publishableKey: card.publishableKey, scriptUrl: card.scriptUrl }
  return { paypal: paypal !== null, card: script }
}

/** Returns the configured methods of paying over time, with the amounts that each of them accepts. */
export function installmentLimits(env: object): InstallmentLimits[] {
  return installmentLimitsFor(enabledMethods(env))
}
