import * as v from 'valibot'
import { fault422, type Refusal } from './refusal.ts'

/** Dollars as text, e.g. `{"amount":"129.99","currency":"USD"}`. */
export const MONEY = v.object({
  amount: v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,2})?$/, 'must be a valid ISO 4217 format value')),
  currency: v.string(),
})
export type Money = v.InferOutput<typeof MONEY>

/** The merchant's limits, which GET /v2/configuration returns. */
export const LIMITS = { minimumAmount: moneyOf(100), maximumAmount: moneyOf(400_000) }

const ADDRESS = v.looseObject({
  name: v.string(),
  line1: v.string(),
  postcode: v.string(),
  countryCode: v.string(),
})
const REQUEST = v.looseObject({
  amount: MONEY,
  consumer: v.looseObject({ email: v.pipe(v.string(), v.email()) }),
  merchant: v.looseObject({
    redirectConfirmUrl: v.pipe(v.string(), v.url()),
    redirectCancelUrl: v.pipe(v.string(), v.url()),
  }),
  merchantReference: v.optional(v.pipe(v.string(), v.maxLength(128))),
  billing: v.optional(ADDRESS),
  shipping: v.optional(ADDRESS),
  items: v.optional(
    v.array(
      v.looseObject({
        name: v.pipe(v.string(), v.maxLength(255)),
        quantity: v.pipe(v.number(), v.integer()),
        price: MONEY,
      }),
    ),
  ),
  discounts: v.optional(v.array(v.looseObject({ displayName: v.string(), amount: MONEY }))),
  taxAmount: v.optional(MONEY),
  shippingAmount: v.optional(MONEY),
})

/** The request that created a checkout. */
export type CheckoutRequest = v.InferOutput<typeof REQUEST>

/**
 * open       the shopper has not decided
 * approved   a capture succeeds
 * risky      approved by the shopper; a capture is declined
 * reversed   a reversal came before any capture: every capture is refused
 */
export type CheckoutState = 'open' | 'approved' | 'risky' | 'reversed'

export interface Checkout {
  token: string
  /** Seconds since 1970. */
  expires: number
  state: CheckoutState
  request: CheckoutRequest
}

/** Parses the body of POST /v2/checkouts. */
export function readRequest(body: unknown): CheckoutRequest | Refusal {
  const parsed = v.safeParse(REQUEST, body)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return fault422('invalid_object', `${v.getDotPath(issue) ?? 'body'} ${issue.message}`)
  }
  const { amount } = parsed.output
  if (amount.currency !== 'USD') return fault422('unsupported_currency', 'An error occurred')
  const cents = centsOf(amount)
  const isInLimits = cents >= centsOf(LIMITS.minimumAmount) && cents <= centsOf(LIMITS.maximumAmount)
  return isInLimits
    ? parsed.output
    : fault422('unsupported_payment_type', 'The amount is outside of the payment limits of the merchant.')
}

export function centsOf({ amount }: Money): number {
  return Math.round(Number(amount) * 100)
}

export function moneyOf(cents: number): Money {
  return { amount: (cents / 100).toFixed(2), currency: 'USD' }
}
