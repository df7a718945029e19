/**
 * Bodies and replies of the eleven /api/cart calls (D1). Numbers are JSON numbers, because clients compare
 * `qty` and `item_id` with `===`; amounts are dollars. Unknown keys are ignored.
 */
import * as v from 'valibot'
import { type Cart, type CartLine, CONFIGURED_OPTION } from '../cart/cart.ts'
import type { ShippingMethod } from '../cart/totals/shipping.ts'
import { SKU_MAX } from '../catalog/product/product.ts'
import { OPTION_TEXT_MAX } from '../catalog/product/product-parts.ts'
import type { PaymentMethod } from '../orders/payment.ts'
import { boundedList, truncatedList } from '../platform/list.ts'
import { toDollars } from '../platform/money.ts'

/** Messages for a missing part of the request; their code is 500. */
export const MISSING = {
  cartItem: 'No cartItem element provided within the request body',
  address: 'No address element provided within the request body',
  addressInformation: 'No address element provided within the request body',
  coupon: 'No coupon code provided',
} as const

// Valibot's `object` would accept a list as an object without keys.
const record = v.custom<object>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const key = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.maxLength(64))
export const ITEM_ID = v.pipe(key, v.regex(/^\d{1,9}$/), v.transform(Number), v.minValue(1))
const list = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.optional(v.pipe(v.nullable(truncatedList(entry, 21), []), v.maxLength(20)), [])

/**
 * `product_option` in Magento's format, for the cart calls and the products of an order. Ids are numbers or
 * texts; the catalog later checks whether they exist, and sets the quantity of a bundle's links.
 */
export const PRODUCT_OPTION = v.object({
  extension_attributes: v.object({
    configurable_item_options: list(v.object({ option_id: key, option_value: key })),
    bundle_options: list(
      v.object({
        option_id: ITEM_ID,
        option_qty: v.optional(v.fallback(v.number(), 1), 1),
        option_selections: boundedList(ITEM_ID, 20),
      }),
    ),
    custom_options: list(
      v.object({
        option_id: key,
        option_value: v.pipe(
          v.union([v.string(), v.number()]),
          v.transform(String),
          v.maxLength(10 * OPTION_TEXT_MAX),
        ),
      }),
    ),
  }),
})

/**
 * `cartItem` of update and delete. An absent, empty or zero `item_id` means a new line. Prices are ignored.
 * `qty` is not parsed here: `parseQty` of the cart validates it.
 */
export const CART_ITEM_FIELDS = v.object({
  sku: v.optional(v.fallback(v.pipe(v.string(), v.maxLength(SKU_MAX)), ''), ''),
  qty: v.optional(v.unknown()),
  item_id: v.fallback(v.nullable(ITEM_ID), null),
  parentSku: v.optional(v.fallback(v.nullable(v.pipe(v.string(), v.maxLength(SKU_MAX))), null), null),
  product_option: v.optional(v.fallback(v.nullable(PRODUCT_OPTION), null), null),
})
export const CART_ITEM = v.pipe(record, CART_ITEM_FIELDS)
export type CartItemBody = v.InferOutput<typeof CART_ITEM>

/** `addressInformation` of shipping-information; each field has two spellings. Absent methods are empty. */
export const ADDRESS_INFORMATION_FIELDS = v.object({
  shippingAddress: v.optional(v.unknown()),
  shipping_address: v.optional(v.unknown()),
  billingAddress: v.optional(v.unknown()),
  billing_address: v.optional(v.unknown()),
  shippingCarrierCode: v.optional(v.fallback(v.string(), ''), ''),
  shipping_carrier_code: v.optional(v.fallback(v.string(), ''), ''),
  shippingMethodCode: v.optional(v.fallback(v.string(), ''), ''),
  shipping_method_code: v.optional(v.fallback(v.string(), ''), ''),
})
export const ADDRESS_INFORMATION = v.pipe(record, ADDRESS_INFORMATION_FIELDS)

export const API_CART_ITEM = v.object({
  item_id: v.number(),
  sku: v.string(),
  qty: v.number(),
  name: v.string(),
  price: v.number(),
  product_type: v.string(),
  quote_id: v.string(),
  product_option: v.exactOptional(CONFIGURED_OPTION),
  /** The same price, where clients of the extension layer read it. */
  extension_attributes: v.object({ price: v.number() }),
})
export type ApiCartItem = v.InferOutput<typeof API_CART_ITEM>

/** Builds a line for pull and update, with the sku and the option of the variant. */
export function toApiCartItem(line: CartLine, quoteId: string): ApiCartItem {
  const price = toDollars(line.unitPrice)
  return {
    item_id: line.itemId,
    sku: line.sku,
    qty: line.qty,
    name: line.name,
    price,
    product_type: line.type,
    quote_id: quoteId,
    ...(line.option ? { product_option: line.option } : {}),
    extension_attributes: { price },
  }
}

export const API_SHIPPING_METHOD = v.object({
  carrier_code: v.string(),
  method_code: v.string(),
  carrier_title: v.string(),
  method_title: v.string(),
  amount: v.number(),
  base_amount: v.number(),
  price_excl_tax: v.number(),
  price_incl_tax: v.number(),
  available: v.boolean(),
  error_message: v.string(),
  default: v.boolean(),
})
type ApiShippingMethod = v.InferOutput<typeof API_SHIPPING_METHOD>

export const API_PAYMENT_METHOD = v.object({ code: v.string(), title: v.string() })

/**
 * Builds a shipping method. With a `problem` it is not available: clients need a list of methods even outside
 * of the delivery area.
 */
export function toApiShippingMethod(method: ShippingMethod, problem: string | null): ApiShippingMethod {
  const amount = toDollars(method.price)
  return {
    carrier_code: method.carrierCode,
    method_code: method.methodCode,
    carrier_title: method.carrierTitle,
    method_title: method.methodTitle,
    amount,
    base_amount: amount,
    price_excl_tax: amount,
    price_incl_tax: amount,
    available: problem === null,
    error_message: problem ?? '',
    default: method.default,
  }
}

export function toApiPaymentMethod(method: PaymentMethod): v.InferOutput<typeof API_PAYMENT_METHOD> {
  return { code: method.code, title: method.title }
}

/** Builds the lines for pull. */
export function toApiCartItems(cart: Pick<Cart, 'lines'>, quoteId: string): ApiCartItem[] {
  return cart.lines.map((line) => toApiCartItem(line, quoteId))
}
