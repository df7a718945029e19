/** The calls of the PayPal and Afterpay checkouts from the cart (E9, E10), and the webhook of PayPal. */
import * as v from 'valibot'
import {
  EXPRESS_ORDER_BODY,
  EXPRESS_ORDER_PLACED,
  EXPRESS_ORDER_REFUSED,
  EXPRESS_QUOTE,
  EXPRESS_QUOTE_BODY,
  PAYPAL_SHIPPING_BODY,
  PAYPAL_SHIPPING_REFUSED,
  PAYPAL_SHIPPING_REPLY,
} from '../../checkout/express/express.api.ts'
import { PAY_LATER_BODY, PAY_LATER_RESULT } from '../../orders/payments/afterpay/afterpay.api.ts'
import {
  COMPLETE_BODY,
  COMPLETE_REPLY,
  EXPRESS_CHECKOUT_BODY,
  EXPRESS_CHECKOUT_FAILED,
  EXPRESS_CHECKOUT_STARTED,
} from '../../orders/payments/paypal/paypal.api.ts'
import {
  type ApiCall,
  bare,
  bareFailure,
  failure,
  INVALID_JSON_REPLY,
  RATE_LIMITED_REPLY,
  result,
  textReply,
} from './call.api.ts'

const NOT_COMPLETE = bareFailure(
  'The shopper has not approved the payment, or the checkout belongs to another cart.',
  COMPLETE_REPLY,
)

const NOT_FROM_PAGE = textReply('The call does not come from a page of the shop.')

export const PAYMENT_CALLS: readonly ApiCall[] = [
  {
    id: 'payLaterCheckout',
    method: 'POST',
    path: '/api/ext/afterpay/checkout',
    tag: 'Payment',
    summary: 'Begins a pay-later checkout with the totals of the cart; the order then sends its token.',
    who: 'cart',
    body: PAY_LATER_BODY,
    replies: {
      200: result(
        PAY_LATER_RESULT,
        'Afterpay’s token, and the address of its page for browsers without its script.',
      ),
      400: textReply(
        'The cart is empty or cannot be paid later, the name is missing, or a return address is not of the shop.',
      ),
      404: textReply('The cart is unknown.'),
      429: RATE_LIMITED_REPLY,
      503: textReply('Afterpay did not create a checkout; nothing was charged.'),
    },
  },
  {
    id: 'setExpressCheckout',
    method: 'POST',
    path: '/api/ext/paypal/setExpressCheckout',
    tag: 'Payment',
    summary:
      'Begins a checkout of the wallet with the totals of the cart; amounts in the purchase units are ignored.',
    who: 'cart',
    body: EXPRESS_CHECKOUT_BODY,
    replies: {
      200: result(EXPRESS_CHECKOUT_STARTED, 'The token of the wallet.'),
      500: failure(EXPRESS_CHECKOUT_FAILED, 'The reason why no checkout was created.'),
    },
  },
  {
    id: 'completeExpressCheckout',
    method: 'POST',
    path: '/api/ext/paypal/complete',
    tag: 'Payment',
    summary: 'Checks whether the shopper approved the payment. Nothing is charged before the order.',
    who: 'cart',
    body: COMPLETE_BODY,
    replies: { 200: bare(COMPLETE_REPLY), 400: NOT_COMPLETE, 429: NOT_COMPLETE },
  },
  {
    id: 'quoteExpress',
    method: 'POST',
    path: '/api/ext/express/quote',
    tag: 'Payment',
    summary: 'Returns the totals of the cart at the destination that a wallet shows.',
    who: 'page',
    body: EXPRESS_QUOTE_BODY,
    replies: {
      200: result(EXPRESS_QUOTE, 'The rows, the total and the shipping of the wallet’s sheet.'),
      400: INVALID_JSON_REPLY,
      403: NOT_FROM_PAGE,
      404: textReply('The cart is empty, ordered, or nothing of it is shipped.'),
      422: textReply('The shop does not deliver there, or the ZIP code is not in the state.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  {
    id: 'orderExpress',
    method: 'POST',
    path: '/api/ext/express/order',
    tag: 'Payment',
    summary: 'Places the order of the cart for the buyer of a wallet, with the card of the wallet.',
    who: 'page',
    body: EXPRESS_ORDER_BODY,
    replies: {
      200: result(EXPRESS_ORDER_PLACED, 'The order, placed now or before.'),
      400: INVALID_JSON_REPLY,
      403: NOT_FROM_PAGE,
      404: textReply('The browser has no cart.'),
      409: failure(EXPRESS_ORDER_REFUSED, 'The reason; the checkout shows the values of the wallet.'),
      429: RATE_LIMITED_REPLY,
    },
  },
  {
    id: 'paypalShipping',
    method: 'POST',
    path: '/webhooks/paypal-shipping',
    tag: 'Payment',
    summary: 'Returns the total at the address that a shopper has chosen on PayPal’s page.',
    who: 'paypal',
    query: v.object({ cart: v.string() }),
    body: PAYPAL_SHIPPING_BODY,
    replies: {
      200: bare(PAYPAL_SHIPPING_REPLY, 'The amount in PayPal’s format, without an envelope.'),
      422: bareFailure(
        'The order cannot be shipped there; `issue` is PayPal’s code.',
        PAYPAL_SHIPPING_REFUSED,
      ),
    },
  },
  {
    id: 'paypalWebhook',
    method: 'POST',
    path: '/webhooks/paypal',
    tag: 'Payment',
    summary: 'Accepts an event that PayPal confirms; the shop then reads the payment from PayPal.',
    who: 'paypal',
    body: v.looseObject({ id: v.string(), event_type: v.string(), resource: v.unknown() }),
    replies: {
      200: bare(
        v.object({ received: v.literal(true) }),
        'The event was received, now or before; without an envelope.',
      ),
      400: bareFailure('PayPal does not confirm the event.'),
      404: bareFailure('The wallet is not configured.'),
      429: bareFailure('Too many requests from this network within a minute.'),
      503: bareFailure('PayPal did not answer; it sends the event again.'),
    },
  },
]
