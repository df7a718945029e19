/** The body and the replies of POST /api/order (E6). */
import * as v from 'valibot'
import { MAX_LINES, parseQty } from '../cart/cart.ts'
import { SKU_MAX } from '../catalog/product/product.ts'
import { parseApiAddress } from '../identity/location/address.ts'
import {
  LINE_PROBLEM,
  ORDER_REFUSALS,
  type OrderPlaced,
  type OrderRefusal,
  type OrderRefused,
  PAYMENT_ACTION,
  type PlaceOrderRequest,
  type RequestedLine,
  UNAVAILABLE_TITLE,
} from '../orders/order.ts'
import {
  CARD_METHOD,
  INSTALLMENT_METHOD,
  PAY_LATER_METHOD,
  PROVIDER_TOKEN,
  WALLET_METHOD,
} from '../orders/payment.ts'
import { FIELD_ERRORS } from '../platform/forms/flash-form-state.api.ts'
import { readBody, type SchemaError } from '../platform/http/schema-error.api.ts'
import { boundedList } from '../platform/list.ts'
import { CENTS } from '../platform/money.ts'
import { ITEM_ID, PRODUCT_OPTION } from './compat-cart.api.ts'
import { API_TOTALS, toApiTotals } from './compat-totals.api.ts'

const code = v.nullish(v.pipe(v.string(), v.maxLength(60)), '')
const PRODUCT = v.looseObject({
  sku: v.pipe(v.string(), v.minLength(1), v.maxLength(SKU_MAX)),
  qty: v.pipe(
    v.custom<number | string>((value) => parseQty(value).ok, 'should be a whole number from 1 to 999'),
    v.metadata({ type: ['integer', 'string'], examples: [4] }),
  ),
  server_item_id: v.optional(v.fallback(v.nullable(ITEM_ID), null), null),
  product_option: v.optional(v.fallback(v.nullable(PRODUCT_OPTION), null), null),
})
const ADDRESS = v.pipe(
  v.custom<object>((value) => parseApiAddress(value) !== null, 'should be an address'),
  v.metadata({
    type: 'object',
    description: 'Names may be written in either spelling, `country_id` or `countryId`.',
    examples: [
      {
        firstname: 'Riley',
        lastname: 'Moss',
        street: ['2720 W Grand Ave', ''],
        city: 'Chicago',
        region: 'Illinois',
        region_id: 23,
        postcode: '60612',
        country_id: 'US',
        telephone: '3125550142',
        email: 'riley@example.com',
      },
    ],
  }),
)

/** The body. Unknown keys are allowed: clients send complete products, analytics and campaign data. */
export const ORDER_BODY = v.looseObject({
  user_id: v.nullish(v.union([v.string(), v.number()]), ''),
  /** Empty or absent to order the cart of the browser's cookie. */
  cart_id: v.nullish(v.union([v.string(), v.number()]), ''),
  products: v.nullish(boundedList(PRODUCT, MAX_LINES)),
  /** The grand total that the shopper saw, in cents; 409 if it differs. Optional for clients of the API. */
  total_shown: v.nullish(CENTS, null),
  addressInformation: v.looseObject({
    billingAddress: ADDRESS,
    shippingAddress: v.nullish(ADDRESS),
    shipping_method_code: code,
    shipping_carrier_code: code,
    payment_method_code: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
    /**
     * The provider's token, in the field that TOKEN_NAMES lists for the payment method. For a card it is a
     * token of the card fields or the id of a saved card; `save_card: true` saves the card of this order.
     */
    payment_method_additional: v.optional(v.unknown()),
  }),
})
type OrderBody = v.InferOutput<typeof ORDER_BODY>

/** Parses a body; a failure lists every violation. */
export function parseOrderBody(
  value: unknown,
): { ok: true; body: OrderBody } | { ok: false; errors: SchemaError[] } {
  return readBody(ORDER_BODY, value)
}

/** Converts the body to a request. Prices, names and totals of the body are ignored. */
export function toPlaceOrderRequest(body: OrderBody): PlaceOrderRequest {
  const { addressInformation: info, products } = body
  const billingAddress = parseApiAddress(info.billingAddress)
  if (!billingAddress) throw new Error('the schema has validated the billing address')
  const shippingAddress = parseApiAddress(info.shippingAddress ?? null)
  const carrierCode = info.shipping_carrier_code ?? ''
  const methodCode = info.shipping_method_code ?? ''
  return {
    lines: products ? products.map(lineOf) : null,
    email: billingAddress.email || shippingAddress?.email || '',
    shippingAddress,
    billingAddress,
    shippingMethod: carrierCode && methodCode ? { carrierCode, methodCode } : null,
    paymentMethod: info.payment_method_code,
    confirmationToken: tokenOf(info.payment_method_code, info.payment_method_additional),
    marketing: marketingOf(body),
    shownTotal: body.total_shown ?? null,
  }
}

function lineOf(product: v.InferOutput<typeof PRODUCT>): RequestedLine {
  const qty = parseQty(product.qty)
  const { sku, server_item_id: itemId, product_option: option } = product
  return { itemId, sku, qty: qty.ok ? qty.qty : 1, option }
}

/** The field of the provider's token for each payment method. */
const TOKEN_NAMES: Readonly<Record<string, string>> = {
  [CARD_METHOD]: 'confirmation_token',
  [WALLET_METHOD]: 'paypal_express_checkout_token',
  [PAY_LATER_METHOD]: 'afterpay_token',
  [INSTALLMENT_METHOD]: 'checkout_token',
}
const TOKEN = v.pipe(v.string(), v.regex(PROVIDER_TOKEN))

function tokenOf(paymentMethod: string, additional: unknown): string | null {
  const name = TOKEN_NAMES[paymentMethod]
  if (name === undefined) return null
  const parsed = v.safeParse(v.object({ [name]: TOKEN }), additional)
  return parsed.success ? (parsed.output[name] ?? null) : null
}

const SAVE_CARD = v.object({ save_card: v.literal(true) })

/** Checks whether the shopper wants to save the card of this order. */
export function wantsCardSaved({ addressInformation: info }: OrderBody): boolean {
  return (
    info.payment_method_code === CARD_METHOD && v.safeParse(SAVE_CARD, info.payment_method_additional).success
  )
}

/** Longest stored campaign data, in characters of JSON. */
const MARKETING_MAX = 2000

function marketingOf(body: OrderBody): string | null {
  const campaign = Object.entries(body).filter(([name]) => /^(utm|analytics|ga_)/i.test(name))
  const text = JSON.stringify(Object.fromEntries(campaign))
  return campaign.length > 0 && text.length <= MARKETING_MAX ? text : null
}

const ORDER_PRODUCT = v.object({
  sku: v.string(),
  parentSku: v.nullable(v.string()),
  name: v.string(),
  qty: v.number(),
  /** Dollars. */
  price: v.number(),
  row_total: v.number(),
})

/** The result of a placed order; clients read the order number from one of the first three fields. */
export const ORDER_RESULT = v.object({
  orderNumber: v.string(),
  magentoOrderId: v.string(),
  backendOrderId: v.string(),
  /** ISO 8601. */
  transferedAt: v.string(),
  totals: API_TOTALS,
  products: v.array(ORDER_PRODUCT),
  couponCode: v.nullable(v.string()),
})
type OrderResult = v.InferOutput<typeof ORDER_RESULT>

export function toOrderResult(placed: OrderPlaced): OrderResult {
  const { orderNumber, placedAt, totals, products, couponCode } = placed
  return {
    orderNumber,
    magentoOrderId: orderNumber,
    backendOrderId: orderNumber,
    transferedAt: new Date(placedAt).toISOString(),
    totals: toApiTotals({ lines: products, coupon: null }, totals, 'valid'),
    products: products.map(({ sku, parentSku, name, qty, unitPrice, rowTotal }) => ({
      sku,
      parentSku,
      name,
      qty,
      price: unitPrice / 100,
      row_total: rowTotal / 100,
    })),
    couponCode,
  }
}

/** Status and `code` of the envelope for each refusal. Clients of the API show `result.message`. */
export const REFUSAL_STATUS: Record<OrderRefusal, number> = {
  'out-of-stock': 409,
  'price-changed': 409,
  'total-changed': 409,
  'coupon-changed': 409,
  'payment-action': 402,
  'payment-pending': 202,
  'payment-declined': 402,
  'payment-details': 402,
  'payment-canceled': 402,
  'payment-expired': 402,
  'payment-unavailable': 503,
  'payment-method': 400,
  'shipping-method': 400,
  'cart-empty': 400,
  'cart-unknown': 404,
  'already-ordered': 409,
  'address-invalid': 400,
  'delivery-refused': 400,
  'order-too-large': 400,
  'too-many-orders': 429,
}

/** The result of a refusal: its stable code, the message, and the details of the code. */
export const REFUSAL_RESULT = v.object({
  code: v.picklist(ORDER_REFUSALS),
  message: v.string(),
  /** With `payment-action`: the shopper's next step, and the end of the stock reservation. */
  action: v.exactOptional(PAYMENT_ACTION),
  holdUntil: v.exactOptional(v.number()),
  /** With `total-changed`: the total that the shopper saw and the current one, in cents. */
  sums: v.exactOptional(v.object({ before: CENTS, now: CENTS })),
  /** With `already-ordered` and `payment-pending`: the order number. */
  orderNumber: v.exactOptional(v.string()),
  /** With `out-of-stock` and `price-changed`: the changed lines. */
  changes: v.exactOptional(v.array(LINE_PROBLEM)),
  /** With `address-invalid`: messages by field of the personal data and of both addresses. */
  fields: v.exactOptional(
    v.object({ personal: FIELD_ERRORS, shipping: FIELD_ERRORS, billing: FIELD_ERRORS }),
  ),
  title: v.exactOptional(v.string()),
})
type RefusalResult = v.InferOutput<typeof REFUSAL_RESULT>

export function toRefusalResult(refusal: OrderRefused): RefusalResult {
  const { ok: _, ...rest } = refusal
  return refusal.code === 'payment-unavailable' ? { ...rest, title: UNAVAILABLE_TITLE } : rest
}
