/** The calls of express payments: the quote for a wallet's sheet, the order, and PayPal's shipping callback (H13h). */
import * as v from 'valibot'
import { ORDER_REFUSALS, PAYMENT_ACTION } from '../../orders/order.ts'
import { PROVIDER_TOKEN } from '../../orders/payment.ts'
import { WALLET_TOKEN } from '../../orders/payments/paypal/paypal.api.ts'
import { WALLET_BUYER, WALLET_DESTINATION } from '../../orders/payments/wallet-buyer.ts'
import { CENTS } from '../../platform/money.ts'

export const EXPRESS_QUOTE_BODY = v.looseObject({ destination: WALLET_DESTINATION })

/** What a wallet's sheet shows for a destination; all amounts are cents. */
export const EXPRESS_QUOTE = v.object({
  total: CENTS,
  /** The rows of the sheet; their sum is `total`. */
  rows: v.array(v.object({ name: v.string(), amount: v.number() })),
  shipping: v.object({ id: v.string(), title: v.string(), promise: v.string(), amount: CENTS }),
})
export type ExpressQuote = v.InferOutput<typeof EXPRESS_QUOTE>

export const EXPRESS_ORDER_BODY = v.looseObject({
  buyer: WALLET_BUYER,
  /** The confirmation token of the wallet's card. */
  token: v.pipe(
    v.string(),
    v.check(
      (token) => token.length <= 200 && PROVIDER_TOKEN.test(token),
      'should be a token of the provider',
    ),
  ),
  /** The total in the wallet's sheet; another total refuses the order. */
  shownTotal: CENTS,
})
export type ExpressOrderBody = v.InferOutput<typeof EXPRESS_ORDER_BODY>

export const EXPRESS_ORDER_PLACED = v.object({ orderNumber: v.string() })
export const EXPRESS_ORDER_REFUSED = v.object({
  code: v.picklist(ORDER_REFUSALS),
  message: v.string(),
  /** With `payment-action` and `payment-pending`: the shopper's next step. */
  action: v.exactOptional(PAYMENT_ACTION),
})

const TEXT = v.fallback(v.pipe(v.string(), v.maxLength(300)), '')

/** The body of PayPal's callback when the shopper chooses an address on PayPal's page. */
export const PAYPAL_SHIPPING_BODY = v.looseObject({
  id: v.pipe(
    v.string(),
    v.check((id) => v.is(WALLET_TOKEN, id), 'should be an order of PayPal'),
    v.metadata({ examples: ['5O190127TN364715T'] }),
  ),
  shipping_address: v.looseObject({
    country_code: TEXT,
    admin_area_1: TEXT,
    admin_area_2: TEXT,
    postal_code: TEXT,
  }),
})

/** PayPal's codes of a refused destination; its page explains them to the shopper. */
export const PAYPAL_ISSUES = ['COUNTRY_ERROR', 'STATE_ERROR', 'ZIP_ERROR', 'STORE_UNAVAILABLE'] as const
export type PaypalIssue = (typeof PAYPAL_ISSUES)[number]

const MONEY = v.object({ currency_code: v.string(), value: v.string() })
export const PAYPAL_SHIPPING_REPLY = v.object({
  id: v.string(),
  purchase_units: v.array(
    v.object({
      reference_id: v.string(),
      amount: v.object({ ...MONEY.entries, breakdown: v.record(v.string(), MONEY) }),
      shipping_options: v.array(
        v.object({
          id: v.string(),
          label: v.string(),
          type: v.literal('SHIPPING'),
          selected: v.boolean(),
          amount: MONEY,
        }),
      ),
    }),
  ),
})
export const PAYPAL_SHIPPING_REFUSED = v.object({
  name: v.literal('UNPROCESSABLE_ENTITY'),
  details: v.array(v.object({ issue: v.picklist(PAYPAL_ISSUES) })),
})
