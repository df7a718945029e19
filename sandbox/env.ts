import type { LedgerObject } from './ledger-object.ts'

/** Bindings and variables of the sandbox Worker; all are in sandbox/wrangler.toml. */
export interface Env {
  /** Holds everything the sandbox remembers. */
  LEDGER: DurableObjectNamespace<LedgerObject>
  /** Where the shop receives Stripe's events; empty means that nothing is delivered. */
  SHOP_WEBHOOK_URL: string
  /** Signs the events, `whsec_…`. */
  STRIPE_WEBHOOK_SECRET: string
  /** The key of the shop's server, `sk_test_…`. */
  STRIPE_SECRET_KEY: string
  /** The key of the shop's pages, `pk_test_…`. */
  STRIPE_PUBLISHABLE_KEY: string
  /** Where the shop receives PayPal's events; empty means that nothing is delivered. */
  SHOP_PAYPAL_WEBHOOK_URL: string
  /** The shop's app at PayPal, and its webhook's id. */
  PAYPAL_CLIENT_ID: string
  PAYPAL_CLIENT_SECRET: string
  PAYPAL_WEBHOOK_ID: string
  /** The shop's keys at Afterpay and Affirm. */
  AFTERPAY_MERCHANT_ID: string
  AFTERPAY_SECRET_KEY: string
  AFFIRM_PUBLIC_KEY: string
  AFFIRM_PRIVATE_KEY: string
  /** The key of the shop's mailer, `re_…`. */
  MAIL_API_KEY: string
  /** The shop's clients at Google and Facebook. */
  GOOGLE_CLIENT_ID: string
  GOOGLE_CLIENT_SECRET: string
  FACEBOOK_APP_ID: string
  FACEBOOK_APP_SECRET: string
  /** The shop's secret at the captcha. */
  CAPTCHA_SECRET: string
}

declare global {
  namespace Cloudflare {
    interface Env extends SandboxEnv {}
    interface GlobalProps {
      mainModule: typeof import('./index.ts')
      durableNamespaces: 'LedgerObject'
    }
  }
}

interface SandboxEnv extends Env {}

/** The one ledger: the sandbox is a single account. */
export function ledgerOf(env: Env): DurableObjectStub<LedgerObject> {
  return env.LEDGER.getByName('sandbox')
}
