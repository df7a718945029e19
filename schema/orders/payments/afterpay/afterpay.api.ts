/**
 * POST /api/ext/afterpay/checkout; the reply has `result.afterpay_token` (E10). Lines and prices are those of
 * the server's cart; only payer and destination are read from the body.
 */
import * as v from 'valibot'
import { type ApiAddress, parseApiAddress } from '../../../identity/location/address.ts'
import { CART_ID_FIELD, TEXT_FIELD } from '../payment-body.ts'

const ADDRESS = v.optional(v.unknown())

export const PAY_LATER_BODY = v.looseObject({
  /** The cart; by default the cart of the browser's cookie. */
  cart_id: CART_ID_FIELD,
  email: TEXT_FIELD,
  /** Addresses in any spelling of the API's field names. */
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  /** URLs of the shop itself; by default its checkout. */
  redirectConfirmUrl: TEXT_FIELD,
  redirectCancelUrl: TEXT_FIELD,
})
export type PayLaterBody = v.InferOutput<typeof PAY_LATER_BODY>

export const PAY_LATER_RESULT = v.object({
  afterpay_token: v.string(),
  /** Afterpay's page for this checkout, for clients that do not use Afterpay's script. */
  redirect_url: v.string(),
})
export type PayLaterResult = v.InferOutput<typeof PAY_LATER_RESULT>

/** Returns payer and destination of the body; an address without a name is ignored. */
export function parseBuyer(body: PayLaterBody): {
  email: string
  billing: ApiAddress | null
  shipping: ApiAddress | null
} {
  const [billing, shipping] = [namedAddress(body.billingAddress), namedAddress(body.shippingAddress)]
  return { email: body.email || billing?.email || shipping?.email || '', billing, shipping }
}

function namedAddress(value: unknown): ApiAddress | null {
  const address = parseApiAddress(value ?? null)
  return address && address.lastname !== '' ? address : null
}
