/** The calls of the PayPal and Afterpay checkouts from the cart (E9, E10), and the webhook of PayPal. */
import * as v from 'valibot'
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
  RATE_LIMITED_REPLY,
  result,
  textReply,
} from './call.api.ts'

const NOT_COMPLETE = bareFailure(
  'The shopper has not approved the payment, or the checkout belongs to another cart.',
  COMPLETE_REPLY,
)

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
