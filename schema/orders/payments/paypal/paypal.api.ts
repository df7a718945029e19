/**
 * The two calls for PayPal (E9). Clients send purchase units with their own totals; the shop reads only the
 * recipient and the address of a unit.
 */
import * as v from 'valibot'
import type { ApiAddress } from '../../../identity/location/address.ts'
import { truncatedList } from '../../../platform/list.ts'
import { CART_ID_FIELD, TEXT_FIELD } from '../payment-body.ts'

const ADDRESS = v.object({
  address_line_1: TEXT_FIELD,
  address_line_2: TEXT_FIELD,
  admin_area_1: TEXT_FIELD,
  admin_area_2: TEXT_FIELD,
  postal_code: TEXT_FIELD,
  country_code: TEXT_FIELD,
})
const UNIT = v.looseObject({
  shipping: v.fallback(
    v.nullable(v.object({ name: v.object({ full_name: TEXT_FIELD }), address: ADDRESS })),
    null,
  ),
  phone: TEXT_FIELD,
})

export const EXPRESS_CHECKOUT_BODY = v.looseObject({
  /** The cart; by default the cart of the browser's cookie. */
  cart_id: CART_ID_FIELD,
  purchase_units: v.fallback(truncatedList(UNIT, 10), []),
  email: TEXT_FIELD,
  /** URLs of the shop itself; by default its checkout. */
  return_url: TEXT_FIELD,
  cancel_url: TEXT_FIELD,
})
export type ExpressCheckoutBody = v.InferOutput<typeof EXPRESS_CHECKOUT_BODY>

/**
 * The body of the second call. `order_id` is PayPal's token; some clients send the token in `cart_id`
 * instead.
 */
export const COMPLETE_BODY = v.looseObject({
  order_id: CART_ID_FIELD,
  orderId: CART_ID_FIELD,
  cart_id: CART_ID_FIELD,
})

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

/** The reply of the second call, which has no envelope. */
export const COMPLETE_REPLY = v.object({ status: v.picklist(['success', 'error']) })

/** Returns the address of a purchase unit; `null` unless it is a complete U.S. address with a name. */
export function parseUnitAddress(body: ExpressCheckoutBody): ApiAddress | null {
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
