import * as v from 'valibot'
import { invalidField, type Refusal } from './refusal.ts'

const CENTS = v.pipe(v.number(), v.integer(), v.minValue(0))
const CONTACT = v.looseObject({
  name: v.looseObject({ first: v.string(), last: v.string() }),
  address: v.looseObject({ line1: v.string(), city: v.string(), state: v.string(), zipcode: v.string() }),
})
const REQUEST = v.looseObject({
  merchant: v.looseObject({
    public_api_key: v.string(),
    user_confirmation_url: v.pipe(v.string(), v.url()),
    user_cancel_url: v.pipe(v.string(), v.url()),
    user_confirmation_url_action: v.optional(v.picklist(['GET', 'POST']), 'POST'),
  }),
  shipping: v.optional(CONTACT),
  billing: v.optional(CONTACT),
  items: v.array(
    v.looseObject({
      display_name: v.string(),
      sku: v.string(),
      unit_price: CENTS,
      qty: v.pipe(v.number(), v.integer(), v.minValue(1)),
    }),
  ),
  discounts: v.optional(v.record(v.string(), v.looseObject({ discount_amount: CENTS }))),
  order_id: v.optional(v.pipe(v.string(), v.maxLength(128))),
  currency: v.optional(v.literal('USD'), 'USD'),
  shipping_amount: v.optional(CENTS, 0),
  tax_amount: v.optional(CENTS, 0),
  total: v.pipe(CENTS, v.minValue(5_000), v.maxValue(3_000_000)),
})

/** The request that created a checkout. */
export type CheckoutRequest = v.InferOutput<typeof REQUEST>

/**
 * open      the shopper has not decided
 * approved  the shopper accepted the loan: the token can be authorized
 * risky     the shopper accepted the loan; its authorization is declined
 * denied    Affirm grants no loan
 */
export type CheckoutState = 'open' | 'approved' | 'risky' | 'denied'

export interface Checkout {
  id: string
  /** The shopper brings the token back to the shop; it becomes the id of the transaction. */
  token: string
  /** Seconds since 1970. */
  expires: number
  state: CheckoutState
  request: CheckoutRequest
}

/** Parses the body of POST /api/v2/checkout/direct. */
export function readRequest(body: unknown, publicKey: string): CheckoutRequest | Refusal {
  const parsed = v.safeParse(REQUEST, body)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return invalidField(v.getDotPath(issue) ?? 'body', issue.message)
  }
  return parsed.output.merchant.public_api_key === publicKey
    ? parsed.output
    : invalidField('merchant.public_api_key', 'Please provide a valid public API key.')
}
