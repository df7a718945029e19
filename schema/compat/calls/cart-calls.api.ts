/** The calls of /api/cart, /api/order and /api/stock (D1, E6, D7). */
import * as v from 'valibot'
import { WIRE_STOCK } from '../../cart/stock/stock.api.ts'
import { CANCEL_ORDER_BODY } from '../../orders/life/order-cancel.api.ts'
import {
  ADDRESS_INFORMATION_FIELDS,
  CART_ITEM_FIELDS,
  WIRE_ITEM,
  WIRE_PAYMENT_METHOD,
  WIRE_SHIPPING_METHOD,
} from '../compat-cart.api.ts'
import { WIRE_TOTALS, ZIP_WARNING } from '../compat-totals.api.ts'
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
  cartId: v.pipe(v.optional(v.string()), v.description('The id that create gave.')),
})
const MUTATION_ID = v.object({
  'Idempotency-Key': v.pipe(
    v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))),
    v.description('A change sent twice under one key happens once.'),
  ),
})
/** Failures of every call of a cart. */
const CART_FAILURES = {
  401: textReply('A token was sent that is nobody’s, or over. A cart named by its own id needs none.'),
  403: textReply('A change by cookie that did not come from a page of the shop.'),
  404: textReply('There is no such cart, or an order has closed it; or something in it is unknown.'),
}
const CONCURRENT_CHANGE_REPLY = { 409: textReply('An order of this cart is being placed.') }
const CART_CHANGED_REPLY = v.literal(true)
const TOTALS = { 200: result(WIRE_TOTALS, 'The totals.'), ...CART_FAILURES }

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
    summary: 'An id for a cart: a new one for a guest, the open cart’s number for a customer with a token.',
    who: 'everybody',
    query: v.object({
      as: v.pipe(
        v.optional(v.picklist(['guest'])),
        v.description('For a page whose account cannot be had now.'),
      ),
    }),
    replies: {
      200: result(v.union([v.string(), v.number()]), 'The id of the cart.'),
      401: UNAUTHORIZED_REPLY,
    },
  },
  cartCall('GET', 'pull', {
    id: 'pullCart',
    summary: 'The lines of the cart.',
    replies: {
      200: result(v.array(WIRE_ITEM), 'The lines; none before the first change.'),
      ...CART_FAILURES,
    },
  }),
  cartCall('POST', 'update', {
    id: 'updateCart',
    summary: 'Adds a product without `item_id`; sets the quantity of a line with it.',
    headers: MUTATION_ID,
    body: v.object({ cartItem: CART_ITEM_FIELDS }),
    replies: {
      200: result(WIRE_ITEM, 'The line.'),
      400: textReply('The product, its options or the quantity cannot be had.'),
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
      200: result(CART_CHANGED_REPLY, 'The line is gone.'),
      400: INVALID_JSON_REPLY,
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      500: textReply('`cartItem` is missing.'),
    },
  }),
  cartCall('GET', 'totals', { id: 'cartTotals', summary: 'What the cart costs.', replies: TOTALS }),
  cartCall('POST', 'collect-totals', {
    id: 'collectCartTotals',
    summary: 'The same by POST.',
    replies: TOTALS,
  }),
  cartCall('GET', 'payment-methods', {
    id: 'cartPaymentMethods',
    summary: 'How this cart may be paid.',
    replies: { 200: result(v.array(WIRE_PAYMENT_METHOD), 'The methods.'), ...CART_FAILURES },
  }),
  cartCall('POST', 'shipping-methods', {
    id: 'cartShippingMethods',
    summary: 'How it gets to an address. Where nothing is delivered the methods are not available.',
    body: v.object({ address: v.looseObject({}) }),
    replies: {
      200: result(v.array(WIRE_SHIPPING_METHOD), 'The methods.'),
      400: INVALID_JSON_REPLY,
      ...CART_FAILURES,
      500: textReply('`address` is missing.'),
    },
  }),
  cartCall('POST', 'shipping-information', {
    id: 'cartShippingInformation',
    summary: 'Says where the cart goes and how; tax and fees follow.',
    body: v.object({ addressInformation: ADDRESS_INFORMATION_FIELDS }),
    replies: {
      200: result(
        v.object({
          payment_methods: v.array(WIRE_PAYMENT_METHOD),
          totals: WIRE_TOTALS,
          extension_attributes: v.exactOptional(ZIP_WARNING),
        }),
        'How it may be paid, and what it costs there.',
      ),
      400: textReply('Nothing is delivered there, or the method is unknown.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      500: textReply('`addressInformation` is missing.'),
    },
  }),
  cartCall('GET', 'coupon', {
    id: 'cartCoupon',
    summary: 'The coupon of the cart.',
    replies: { 200: result(v.string(), 'Its code; empty without one.'), ...CART_FAILURES },
  }),
  cartCall('POST', 'apply-coupon', {
    id: 'applyCartCoupon',
    summary: 'Puts a coupon on the cart.',
    query: v.object({ ...CART_QUERY.entries, coupon: v.string() }),
    replies: {
      200: result(CART_CHANGED_REPLY, 'The coupon is on.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
      429: RATE_LIMITED_REPLY,
      500: textReply('`coupon` is missing.'),
    },
  }),
  cartCall('POST', 'delete-coupon', {
    id: 'removeCartCoupon',
    summary: 'Takes the coupon off.',
    replies: {
      200: result(CART_CHANGED_REPLY, 'There is no coupon any more.'),
      ...CART_FAILURES,
      ...CONCURRENT_CHANGE_REPLY,
    },
  }),
  {
    id: 'leftCart',
    method: 'GET',
    path: '/api/ext/abandoned-cart/getItems',
    tag: 'Cart',
    summary: 'The lines of an abandoned cart, by the link of its mail.',
    who: 'everybody',
    query: v.object({ quote_id: v.pipe(v.string(), v.description('The name in the link.')) }),
    replies: {
      200: result(v.array(WIRE_ITEM), 'The lines.'),
      404: textReply('There is no such cart, or the link is over.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  {
    id: 'placeOrder',
    method: 'POST',
    path: '/api/order',
    tag: 'Order',
    summary: 'Sells what is in the cart, once. Prices are the shop’s; those in the body are not read.',
    who: 'cart',
    body: ORDER_BODY,
    replies: {
      200: result(ORDER_RESULT, 'The order is placed.'),
      400: failure(
        v.union([v.string(), VIOLATIONS, REFUSAL_RESULT]),
        'The body is wrong, or the order cannot be placed like this.',
      ),
      401: textReply('The session that the browser shows is over.'),
      402: failure(REFUSAL_RESULT, 'The payment was declined, or the shopper has to confirm it.'),
      403: textReply('An order by cookie that did not come from a page of the shop.'),
      404: failure(v.union([v.string(), REFUSAL_RESULT]), 'There is no such cart.'),
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
    summary: 'Cancels an order that has not left, for its customer or for who knows its number and e-mail.',
    who: 'everybody',
    body: CANCEL_ORDER_BODY,
    replies: {
      200: result(v.literal(true), 'It is canceled, or will be as soon as the money is on its way back.'),
      400: textReply('It cannot be canceled, is somebody else’s, or there is none: the words are the same.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  ...(['/api/stock/check', '/api/stock/check/:sku'] as const).map(
    (path): ApiCall => ({
      id: path.endsWith(':sku') ? 'checkStockOf' : 'checkStock',
      method: 'GET',
      path,
      tag: 'Stock',
      summary: 'How many units of one sku can be had.',
      who: 'everybody',
      ...(path.endsWith(':sku')
        ? { params: v.object({ sku: v.string() }) }
        : { query: v.object({ sku: v.string() }) }),
      replies: {
        200: result(WIRE_STOCK, 'Units of the sku, not tires.'),
        500: failure(v.union([v.string(), CODED]), '`sku` is missing, or there is no such product.'),
      },
    }),
  ),
  {
    id: 'listStock',
    method: 'GET',
    path: '/api/stock/list',
    tag: 'Stock',
    summary: 'The same for up to 100 skus, in their order.',
    who: 'everybody',
    query: v.object({ skus: v.pipe(v.string(), v.description('Separated by commas.')) }),
    replies: {
      200: result(v.array(WIRE_STOCK), 'One for each sku.'),
      400: textReply('Too many skus.'),
      404: textReply('One of them is unknown; the whole call fails.'),
      500: textReply('`skus` is missing.'),
    },
  },
]
