import type { Ledger } from './ledger.ts'
import type { LedgerObject } from './ledger-object.ts'

/** The variables of the sandbox; sandbox/wrangler.toml lists them all. */
export interface Keys {
  /** The shop's address for Stripe's events; empty: no event is sent. */
  SHOP_WEBHOOK_URL: string
  /** The secret that signs the events, `whsec_…`. */
  STRIPE_WEBHOOK_SECRET: string
  /** The key of the shop's server, `sk_test_…`. */
  STRIPE_SECRET_KEY: string
  /** The key of the shop's pages, `pk_test_…`. */
  STRIPE_PUBLISHABLE_KEY: string
  /** The shop's address for PayPal's events; empty: no event is sent. */
  SHOP_PAYPAL_WEBHOOK_URL: string
  /** The shop's app at PayPal, and the id of its webhook. */
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

/** The bindings of every route. */
export interface Env extends Keys {
  ledger: Ledger
}

/** Bindings and variables of the sandbox Worker. */
export interface WorkerEnv extends Keys {
  LEDGER: DurableObjectNamespace<LedgerObject>
}

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnvironment {}
    interface GlobalProps {
      mainModule: typeof import('./index.ts')
      durableNamespaces: 'LedgerObject'
    }
  }
}

interface WorkerEnvironment extends WorkerEnv {}
