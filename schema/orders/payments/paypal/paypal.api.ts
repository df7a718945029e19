/**
 * The two calls of PayPal (E9). Clients send purchase units with their own totals, of which only the recipient and the
 * address are read.
 */
import * as v from 'valibot'
import type { WireAddress } from '../../../identity/location/address.ts'
import { firstOf } from '../../../platform/list.ts'

const text = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(300)), '')
const cartId = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((id) => String(id).trim()),
    v.maxLength(64),
  ),
  '',
)
const ADDRESS = v.object({
  address_line_1: text,
  address_line_2: text,
  admin_area_1: text,
  admin_area_2: text,
  postal_code: text,
  country_code: text,
})
const UNIT = v.looseObject({
  shipping: v.fallback(v.nullable(v.object({ name: v.object({ full_name: text }), address: ADDRESS })), null),
  phone: text,
})

export const EXPRESS_CHECKOUT_BODY = v.looseObject({
  /** Empty or absent for the cart of the browser's cookie. */
  cart_id: cartId,
  purchase_units: v.fallback(firstOf(UNIT, 10), []),
  email: text,
  /** Addresses of the shop itself; by default its checkout. */
  return_url: text,
  cancel_url: text,
})
export type ExpressCheckoutBody = v.InferOutput<typeof EXPRESS_CHECKOUT_BODY>

/** `order_id` is PayPal's token; some clients send it as `cart_id` alone. */
export const COMPLETE_BODY = v.looseObject({ order_id: cartId, orderId: cartId, cart_id: cartId })

/** The format of PayPal's token. */
export const WALLET_TOKEN = v.pipe(v.string(), v.regex(/^[0-9A-Z]{8,40}$/))

export const EXPRESS_CHECKOUT_STARTED = v.object({ success: v.literal(true), token: v.string() })
export const EXPRESS_CHECKOUT_FAILED = v.object({
  success: v.literal(false),
  error: v.object({ message: v.string() }),
})
export type ExpressCheckoutResult =
  | v.InferOutput<typeof EXPRESS_CHECKOUT_STARTED>
  | v.InferOutput<typeof EXPRESS_CHECKOUT_FAILED>

/** Without the envelope. */
export const COMPLETE_REPLY = v.object({ status: v.picklist(['success', 'error']) })

/** Returns the address of a purchase unit; `null` unless it is a complete U.S. address with a name. */
export function addressOfUnit(body: ExpressCheckoutBody): WireAddress | null {
  const unit = body.purchase_units[0]
  if (!unit?.shipping) return null
  const { name, address } = unit.shipping
  const { address_line_1: line1, admin_area_2: city, admin_area_1: state, postal_code: postcode } = address
  const parts = [name.full_name, line1, city, state, postcode]
  if (address.country_code !== 'US' || parts.some((part) => part === '')) return null
  return {
    countryId: 'US',
    region: state,
    regionId: null,
    regionCode: state,
    postcode,
    city,
    street: address.address_line_2 === '' ? [line1] : [line1, address.address_line_2],
    firstname: name.full_name,
    lastname: '',
    telephone: unit.phone,
    email: body.email,
    company: '',
    vatId: '',
  }
}
