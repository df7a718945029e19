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
  'The shopper has not agreed, or the checkout is not of this cart.',
  COMPLETE_REPLY,
)

export const PAYMENT_CALLS: readonly ApiCall[] = [
  {
    id: 'payLaterCheckout',
    method: 'POST',
    path: '/api/ext/afterpay/checkout',
    tag: 'Payment',
    summary: 'Begins a pay-later checkout. What it costs is the server’s cart; the order brings its token.',
    who: 'cart',
    body: PAY_LATER_BODY,
    replies: {
      200: result(PAY_LATER_RESULT, 'Afterpay’s token, and its page for those without its script.'),
      400: textReply(
        'The cart is empty or takes no pay later, nobody is named, or the way back is not the shop’s.',
      ),
      404: textReply('There is no such cart.'),
      429: RATE_LIMITED_REPLY,
      503: textReply('Afterpay gave no checkout; nothing was charged.'),
    },
  },
  {
    id: 'setExpressCheckout',
    method: 'POST',
    path: '/api/ext/paypal/setExpressCheckout',
    tag: 'Payment',
    summary: 'Begins a checkout at the wallet. Amounts are the server’s, whatever the purchase units say.',
    who: 'cart',
    body: EXPRESS_CHECKOUT_BODY,
    replies: {
      200: result(EXPRESS_CHECKOUT_STARTED, 'The wallet’s token.'),
      500: failure(EXPRESS_CHECKOUT_FAILED, 'Why there is none, in words.'),
    },
  },
  {
    id: 'completeExpressCheckout',
    method: 'POST',
    path: '/api/ext/paypal/complete',
    tag: 'Payment',
    summary: 'Whether the shopper agreed at the wallet. Nothing is taken: the order takes the money.',
    who: 'cart',
    body: COMPLETE_BODY,
    replies: { 200: bare(COMPLETE_REPLY), 400: NOT_COMPLETE, 429: NOT_COMPLETE },
  },
  {
    id: 'paypalWebhook',
    method: 'POST',
    path: '/webhooks/paypal',
    tag: 'Payment',
    summary: 'Something changed at PayPal. Only an event that PayPal confirms counts, and it is a hint.',
    who: 'paypal',
    body: v.looseObject({ id: v.string(), event_type: v.string(), resource: v.unknown() }),
    replies: {
      200: bare(
        v.object({ received: v.literal(true) }),
        'It is received, now or before. There is no envelope.',
      ),
      400: bareFailure('PayPal did not send it.'),
      404: bareFailure('The wallet is not configured.'),
      429: bareFailure('Too many from this network within a minute.'),
      503: bareFailure('PayPal could not be asked; it sends the event again.'),
    },
  },
]
