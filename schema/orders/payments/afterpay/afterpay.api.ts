/**
 * POST /api/ext/afterpay/checkout, whose reply has `result.afterpay_token` (E10). Lines and prices are those of the server's
 * cart; only payer and destination are read from the options.
 */
import * as v from 'valibot'
import { parseWireAddress, type WireAddress } from '../../../identity/location/address.ts'

const text = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(300)), '')
const ADDRESS = v.optional(v.unknown())

export const PAY_LATER_BODY = v.looseObject({
  /** Empty or absent for the cart of the browser's cookie. */
  cart_id: v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((id) => String(id).trim()),
      v.maxLength(64),
    ),
    '',
  ),
  email: text,
  /** In any spelling of the API. */
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  /** Addresses of the shop itself; by default its checkout. */
  redirectConfirmUrl: text,
  redirectCancelUrl: text,
})
export type PayLaterBody = v.InferOutput<typeof PAY_LATER_BODY>

export const PAY_LATER_RESULT = v.object({
  afterpay_token: v.string(),
  /** Afterpay's page for this checkout, for clients without its script. */
  redirect_url: v.string(),
})
export type PayLaterResult = v.InferOutput<typeof PAY_LATER_RESULT>

/** Returns payer and destination of the options; an address without a name is ignored. */
export function buyerOf(body: PayLaterBody): {
  email: string
  billing: WireAddress | null
  shipping: WireAddress | null
} {
  const [billing, shipping] = [namedAddress(body.billingAddress), namedAddress(body.shippingAddress)]
  return { email: body.email || billing?.email || shipping?.email || '', billing, shipping }
}

function namedAddress(value: unknown): WireAddress | null {
  const address = parseWireAddress(value ?? null)
  return address && address.lastname !== '' ? address : null
}
