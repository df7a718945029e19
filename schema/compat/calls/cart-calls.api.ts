/** The calls of /api/cart, /api/order and /api/stock (D1, E6, D7). */
import * as v from 'valibot'
import { API_STOCK } from '../../cart/stock/stock.api.ts'
import { CANCEL_ORDER_BODY } from '../../orders/life/order-cancel.api.ts'
import {
  ADDRESS_INFORMATION_FIELDS,
  API_CART_ITEM,
  API_PAYMENT_METHOD,
  API_SHIPPING_METHOD,
  CART_ITEM_FIELDS,
} from '../compat-cart.api.ts'
import { API_TOTALS, ZIP_WARNING } from '../compat-totals.api.ts'
import { ORDER_BODY, ORDER_RESULT, REFUSAL_RESULT } from '../order.api.ts'
import {
  type ApiCall,
  CODED,
  failure,
  INVALID_JSON_REPLY,
  RATE_LIMITED_REPLY,
  result,
  textReply,
  UNAUTHORIZED_REPLY,
  VIOLATIONS,
} from './call.api.ts'

const CART_QUERY = v.object({
  cartId: v.pipe(
    v.optional(v.string()),
    v.description('The id from `create`; without it, the cart of the cookie.'),
  ),
})
const MUTATION_ID = v.object({
  'Idempotency-Key': v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))),
    v.description('A change that is sent twice with the same key is applied once.'),
  ),
})
/** Failures of every call of a cart. */
const CART_FAILURES = {
  401: textReply('The token is invalid or expired. A cart id of 32 digits needs no token.'),
  403: textReply('A change with the cookie of the cart did not come from a page of the shop.'),
  404: textReply('The cart is unknown or closed by an order, or a product, line or coupon is unknown.'),
}
const CONCURRENT_CHANGE_REPLY = { 409: textReply('An order of this cart is in progress.') }
const CART_CHANGED_REPLY = v.literal(true)
const TOTALS = { 200: result(API_TOTALS, 'The totals.'), ...CART_FAILURES }

type CartCall = Pick<ApiCall, 'id' | 'summary' | 'replies'> & Partial<ApiCall>

function cartCall(method: ApiCall['method'], name: string, call: CartCall): ApiCall {
  return { method, path: `/api/cart/${name}`, tag: 'Cart', who: 'cart', query: CART_QUERY, ...call }
}

export const CART_CALLS: readonly ApiCall[] = [
  {
    id: 'createCart',
    method: 'POST',
    path: '/api/cart/create',
    tag: 'Cart',
    summary:
      'Returns a cart id: a new one for a guest, the number of the open cart for a customer with a token.',
    who: 'everybody',
    query: v.object({
      as: v.pipe(
        v.optional(v.picklist(['guest'])),
        v.description('A guest cart for a page whose account is not available now.'),
      ),
    }),
    replies: {
      200: result(v.union([v.string(), v.number()]), 'The id of the cart.'),
      401: UNAUTHORIZED_REPLY,
    },
  },
  cartCall('GET', 'pull', {
    id: 'pullCart',
    summary: 'Returns the lines of the cart.',
    replies: {
      200: result(v.array(API_CART_ITEM), 'The lines; an empty list before the first change.'),
      ...CART_FAILURES,
    },
  }),
  cartCall('POST', 'update', {
    id: 'updateCart',
    summary: 'Adds a product without `item_id`; sets the quantity of a line with it.',
    headers: MUTATION_ID,
    body: v.object({ cartItem: CART_ITEM_FIELDS }),
    replies: {
      200: result(API_CART_ITEM, 'The line.'),
      400: textReply('The product, its options or the quantity are not available.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      500: textReply('`cartItem` is missing.'),
    },
  }),
  cartCall('POST', 'delete', {
    id: 'removeCartLine',
    summary: 'Removes a line, by `item_id` or by sku.',
    headers: MUTATION_ID,
    body: v.object({ cartItem: CART_ITEM_FIELDS }),
    replies: {
      200: result(CART_CHANGED_REPLY, 'The line is removed.'),
      400: INVALID_JSON_REPLY,
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      500: textReply('`cartItem` is missing.'),
    },
  }),
  cartCall('GET', 'totals', {
    id: 'cartTotals',
    summary: 'Returns the totals of the cart.',
    replies: TOTALS,
  }),
  cartCall('POST', 'collect-totals', {
    id: 'collectCartTotals',
    summary: 'Returns the totals of the cart, by POST.',
    replies: TOTALS,
  }),
  cartCall('GET', 'payment-methods', {
    id: 'cartPaymentMethods',
    summary: 'Returns the payment methods of the cart.',
    replies: { 200: result(v.array(API_PAYMENT_METHOD), 'The methods.'), ...CART_FAILURES },
  }),
  cartCall('POST', 'shipping-methods', {
    id: 'cartShippingMethods',
    summary:
      'Returns the shipping methods for an address; outside of the delivery area they are not available.',
    body: v.object({ address: v.looseObject({}) }),
    replies: {
      200: result(v.array(API_SHIPPING_METHOD), 'The methods.'),
      400: INVALID_JSON_REPLY,
      ...CART_FAILURES,
      500: textReply('`address` is missing.'),
    },
  }),
  cartCall('POST', 'shipping-information', {
    id: 'cartShippingInformation',
    summary: 'Sets the destination and the shipping method, which decide tax and fees.',
    body: v.object({ addressInformation: ADDRESS_INFORMATION_FIELDS }),
    replies: {
      200: result(
        v.object({
          payment_methods: v.array(API_PAYMENT_METHOD),
          totals: API_TOTALS,
          extension_attributes: v.exactOptional(ZIP_WARNING),
        }),
        'The payment methods and the totals for this destination.',
      ),
      400: textReply('The destination is outside of the delivery area, or the method is unknown.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      500: textReply('`addressInformation` is missing.'),
    },
  }),
  cartCall('GET', 'coupon', {
    id: 'cartCoupon',
    summary: 'Returns the coupon of the cart.',
    replies: { 200: result(v.string(), 'The code; empty without a coupon.'), ...CART_FAILURES },
  }),
  cartCall('POST', 'apply-coupon', {
    id: 'applyCartCoupon',
    summary: 'Applies a coupon to the cart.',
    query: v.object({ ...CART_QUERY.entries, coupon: v.string() }),
    replies: {
      200: result(CART_CHANGED_REPLY, 'The coupon is applied.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      429: RATE_LIMITED_REPLY,
      500: textReply('`coupon` is missing.'),
    },
  }),
  cartCall('POST', 'delete-coupon', {
    id: 'removeCartCoupon',
    summary: 'Removes the coupon.',
    replies: {
      200: result(CART_CHANGED_REPLY, 'The cart has no coupon.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
    },
  }),
  {
    id: 'leftCart',
    method: 'GET',
    path: '/api/ext/abandoned-cart/getItems',
    tag: 'Cart',
    summary: 'Returns the lines of an abandoned cart for the link of its reminder.',
    who: 'everybody',
    query: v.object({ quote_id: v.pipe(v.string(), v.description('The signed id in the link.')) }),
    replies: {
      200: result(v.array(API_CART_ITEM), 'The lines.'),
      404: textReply('The cart is unknown, or the link has expired.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  {
    id: 'placeOrder',
    method: 'POST',
    path: '/api/order',
    tag: 'Order',
    summary: 'Places the order of a cart, exactly once. Prices in the body are ignored.',
    who: 'cart',
    body: ORDER_BODY,
    replies: {
      200: result(ORDER_RESULT, 'The order is placed.'),
      400: failure(
        v.union([v.string(), VIOLATIONS, REFUSAL_RESULT]),
        'The body is invalid, or the order cannot be placed.',
      ),
      401: textReply('The session of the browser or the token has expired.'),
      402: failure(REFUSAL_RESULT, 'The payment was declined, or the shopper must confirm it.'),
      403: textReply('An order with the cookie of the cart did not come from a page of the shop.'),
      404: failure(v.union([v.string(), REFUSAL_RESULT]), 'The cart is unknown.'),
      409: failure(REFUSAL_RESULT, 'Stock, a price, the total or the coupon changed. Nothing was charged.'),
      429: textReply('Too many orders from this network.'),
      503: failure(REFUSAL_RESULT, 'The payment provider does not answer.'),
    },
  },
  {
    id: 'cancelOrder',
    method: 'POST',
    path: '/api/ext/order/cancel',
    tag: 'Order',
    summary: 'Cancels an order before its shipment, for its customer or with its number and email.',
    who: 'everybody',
    body: CANCEL_ORDER_BODY,
    replies: {
      200: result(v.literal(true), 'The order is canceled, or will be as soon as the refund is sent.'),
      400: textReply(
        'The order cannot be canceled, belongs to another customer, or is unknown; the message is the same.',
      ),
      403: textReply('The browser is signed in as staff.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  ...(['/api/stock/check', '/api/stock/check/:sku'] as const).map(
    (path): ApiCall => ({
      id: path.endsWith(':sku') ? 'checkStockOf' : 'checkStock',
      method: 'GET',
      path,
      tag: 'Stock',
      summary: 'Returns the available units of a sku.',
      who: 'everybody',
      ...(path.endsWith(':sku')
        ? { params: v.object({ sku: v.string() }) }
        : { query: v.object({ sku: v.string() }) }),
      replies: {
        200: result(API_STOCK, 'Units of the sku, not tires.'),
        500: failure(v.union([v.string(), CODED]), '`sku` is missing or unknown.'),
      },
    }),
  ),
  {
    id: 'listStock',
    method: 'GET',
    path: '/api/stock/list',
    tag: 'Stock',
    summary: 'Returns the available units of up to 100 skus, in their order.',
    who: 'everybody',
    query: v.object({ skus: v.pipe(v.string(), v.description('Separated by commas.')) }),
    replies: {
      200: result(v.array(API_STOCK), 'One entry for each sku.'),
      400: textReply('Too many skus.'),
      404: textReply('One of the skus is unknown; the complete call fails.'),
      500: textReply('`skus` is missing.'),
    },
  },
]
