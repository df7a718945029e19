/**
 * Rate limits: what is counted, by which key, in which time window, the maximum, and the response above it.
 * docs/limits.md is generated from the same tables (scripts/limit-rows.ts).
 */
import { HOUR_MS } from '../duration.ts'
import { type LimitKey, type LimitRow, QUARTER_HOUR_MS } from './limit-row.ts'

export const TOO_MANY = 'Too many attempts. Please wait a minute and try again.'
/** For a network that sends orders faster than a person can. */
export const ORDERS_TOO_FAST = 'Too many orders in a short time. Please wait a minute and try again.'
export const TOO_MANY_REVIEWS = 'Too many reviews. Please try again in a minute.'

/** Factors for the /56 and the /48 around an IPv6 network, for limits that D1 counts. */
export const WIDER_NETWORKS = [2, 4] as const

interface Purpose {
  what: string
  /** Counted by network unless set. */
  per?: LimitKey
  answer?: string
}

export interface PlatformLimit {
  /** Largest number of requests within a minute. */
  max: number
  /** The bindings that count the /56 and the /48 around an IPv6 network. */
  wider: readonly [PlatformLimitName, PlatformLimitName] | null
  purposes: Readonly<Record<string, Purpose>>
}

export type PlatformLimitName =
  | `${'ORDER' | 'REVIEW' | 'SIGN_IN' | 'MAIL' | 'FORM' | 'EVENT'}_LIMIT`
  | `WIDE_${60 | 300 | 600}_LIMIT`

/** Rate limits of the platform (wrangler.toml), each for several purposes that are counted separately. */
export const PLATFORM_LIMITS = {
  ORDER_LIMIT: {
    max: 150,
    wider: ['WIDE_300_LIMIT', 'WIDE_600_LIMIT'],
    purposes: {
      // A client that retries its queue sends many requests for one order.
      order: { what: 'Requests that place or repeat an order', answer: ORDERS_TOO_FAST },
    },
  },
  SIGN_IN_LIMIT: {
    max: 30,
    wider: ['WIDE_60_LIMIT', 'EVENT_LIMIT'],
    purposes: {
      'sign-in': { what: 'Passwords and sign-ins with Google or Facebook, right or wrong' },
      refresh: { what: 'Renewed access tokens' },
      staff: { what: 'Passkeys of staff: adding one, signing in, signing out' },
      'cart-number': { what: 'Carts called by a customer’s cart number', answer: ORDERS_TOO_FAST },
    },
  },
  FORM_LIMIT: {
    max: 20,
    wider: ['WIDE_60_LIMIT', 'EVENT_LIMIT'],
    purposes: {
      register: { what: 'New accounts' },
      profile: { what: 'Profiles changed by a client of the API' },
      coupon: { what: 'Coupon codes' },
      chat: { what: 'Chats that begin, and addresses left there' },
      newsletter: { what: 'Newsletter: requests for a link' },
      'stock-alert': { what: 'Stock alerts added or deleted by their owner' },
      reclaim: { what: 'Links to an abandoned cart' },
      paypal: { what: 'PayPal checkouts that begin or end' },
      afterpay: { what: 'Afterpay checkouts that begin' },
      'payment-return': { what: 'Returns from a payment provider' },
      'guest-order': { what: 'Orders looked up by number and email' },
      'guest-order-number': { what: 'Lookups of one order, from anywhere', per: 'order' },
      'order-cancel': { what: 'Cancellations of one order', per: 'order' },
      mounting: { what: 'Changes of the mounting appointment of one order', per: 'order' },
      'order-return': { what: 'Returns of one order, and their photos', per: 'order' },
      account: { what: 'Changes in an account', per: 'account' },
      'review-vote': { what: 'Votes for reviews' },
      'wish-list': { what: 'Changes of a wish list', per: 'account' },
    },
  },
  MAIL_LIMIT: {
    max: 5,
    wider: ['FORM_LIMIT', 'WIDE_60_LIMIT'],
    purposes: {
      reset: { what: 'Requests for a reset link' },
      'email-change': { what: 'Requests to change the email address', per: 'account' },
      'email-change-to': { what: 'Requests to change to one email address', per: 'mailbox' },
      'reset-to': { what: 'Requests for a reset link to one address', per: 'mailbox' },
      newsletter: { what: 'Newsletter: subscriptions and cancellations' },
      'stock-alert': { what: 'Stock alerts that need a confirmation' },
      contact: { what: 'Messages to the shop by the contact form' },
      'mail-service': { what: 'Messages to the shop by the API' },
      'contact-receipt': { what: 'Copies of a message to its sender', per: 'mailbox', answer: 'No copy.' },
    },
  },
  REVIEW_LIMIT: {
    max: 5,
    wider: ['FORM_LIMIT', 'WIDE_60_LIMIT'],
    purposes: {
      review: { what: 'Reviews', answer: TOO_MANY_REVIEWS },
      question: { what: 'Questions about a product' },
    },
  },
  EVENT_LIMIT: {
    max: 120,
    wider: ['WIDE_300_LIMIT', 'WIDE_600_LIMIT'],
    purposes: {
      events: { what: 'Batches of page events', answer: 'Not counted.' },
      'preview-picture': {
        what: 'Uncached pictures for link previews',
        answer: 'Status 503; no picture.',
      },
      'security-report': { what: 'Reports of blocked scripts', answer: 'Not logged.' },
      'paypal-webhook': {
        what: 'Webhooks of PayPal before their verification',
        answer: 'Status 429; PayPal sends it again.',
      },
      'express-quote': {
        what: 'Totals that Apple Pay and Google Pay ask for while a shopper chooses an address',
        per: 'cart',
      },
      'paypal-shipping': {
        what: 'Totals that PayPal asks for while a shopper chooses an address',
        per: 'cart',
        answer: 'PayPal’s page says that the shop isn’t available.',
      },
    },
  },
  WIDE_60_LIMIT: { max: 60, wider: null, purposes: {} },
  WIDE_300_LIMIT: {
    max: 300,
    wider: null,
    purposes: { 'api-key': { what: 'Calls with an API key of staff', per: 'API key' } },
  },
  WIDE_600_LIMIT: { max: 600, wider: null, purposes: {} },
} as const satisfies Record<PlatformLimitName, PlatformLimit>

/** The sign-in does not reveal the limit. */
const TOO_MANY_GUESSES = `At the sign-in the message for a wrong password. For a signed-in customer: ${TOO_MANY}`

/** Failed sign-ins of one account (worker/identity/sign-in/sign-in-rate-limit.ts). */
export const GUESS_LIMITS = {
  device: {
    what: 'Wrong passwords from a browser that has signed in to the account before',
    per: 'device and account',
    windowMs: QUARTER_HOUR_MS,
    max: 10,
    answer: TOO_MANY_GUESSES,
  },
  network: {
    what: 'Wrong passwords from a network',
    per: 'network and account',
    windowMs: QUARTER_HOUR_MS,
    max: 6,
    answer: TOO_MANY_GUESSES,
  },
  strangers: {
    what: 'Wrong passwords from all unknown browsers together',
    per: 'attacked account',
    windowMs: HOUR_MS,
    max: 60,
    answer: 'No customer is locked out; each network has the limit in the next row.',
  },
  attackedNetwork: {
    what: 'Wrong passwords from a network while the limit above is exceeded',
    per: 'network and account',
    windowMs: QUARTER_HOUR_MS,
    max: 2,
    answer: TOO_MANY_GUESSES,
  },
} as const satisfies Record<string, LimitRow>

/**
 * Refused cards (worker/checkout/placement/card-rate-limit.ts): an office has a few, a person who tests stolen cards
 * has thousands.
 */
export const CARD_LIMITS = {
  network: { what: 'Refused cards', per: 'network', windowMs: HOUR_MS, max: 20, answer: ORDERS_TOO_FAST },
  cart: { what: 'Refused cards', per: 'cart', windowMs: HOUR_MS, max: 10, answer: ORDERS_TOO_FAST },
  mailbox: { what: 'Refused cards', per: 'mailbox', windowMs: HOUR_MS, max: 10, answer: ORDERS_TOO_FAST },
} as const satisfies Record<string, LimitRow>
