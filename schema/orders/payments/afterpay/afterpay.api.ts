/**
 * The pay-later checkout of the wire: POST /api/ext/afterpay/checkout, whose reply has `result.afterpay_token`.
 * What is bought and what it costs is the server's cart; of the options only who pays and where to is read.
 */
import * as v from 'valibot'
import { parseWireAddress, type WireAddress } from '../../../identity/location/address.ts'

const text = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(300)), '')
const ADDRESS = v.optional(v.unknown())

export const PAY_LATER_BODY = v.looseObject({
  /** Empty or absent when the cart is this browser's own, known by its cookie. */
  cart_id: v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((id) => String(id).trim()),
      v.maxLength(64),
    ),
    '',
  ),
  email: text,
  /** In any spelling of the wire. */
  billingAddress: ADDRESS,
  shippingAddress: ADDRESS,
  /** Addresses of the shop itself; its checkout where none is named. */
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

/** Who pays and where it goes, as far as the options say it; an address without a name is none. */
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
