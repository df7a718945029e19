/** An order in PayPal's API, and its conversion to a payment. Only fields that the shop uses are parsed. */
import * as v from 'valibot'
import type { WalletBuyer } from '../../../../schema/orders/payments/wallet-buyer.ts'
import { walletCents } from '../../../../schema/orders/purchase-unit.ts'
import { type Cents, CURRENCY } from '../../../../schema/platform/money.ts'
import type { Payment, PaymentState } from '../gateway.ts'

const MONEY = v.object({ currency_code: v.string(), value: v.string() })
const CAPTURE = v.object({ id: v.string(), status: v.string(), amount: MONEY })
const REFUND = v.object({ status: v.string(), amount: MONEY })
const TEXT = v.fallback(v.string(), '')
const PHONE_NUMBER = v.optional(v.fallback(v.object({ national_number: TEXT }), { national_number: '' }), {
  national_number: '',
})
const SHIPPING = v.looseObject({
  name: v.optional(v.object({ full_name: TEXT })),
  address: v.optional(
    v.object({
      address_line_1: v.optional(TEXT, ''),
      address_line_2: v.optional(TEXT, ''),
      admin_area_1: v.optional(TEXT, ''),
      admin_area_2: v.optional(TEXT, ''),
      postal_code: v.optional(TEXT, ''),
      country_code: v.optional(TEXT, ''),
    }),
  ),
  email_address: v.optional(TEXT, ''),
  phone_number: PHONE_NUMBER,
})
const PAYER = v.looseObject({
  name: v.optional(v.object({ given_name: v.optional(TEXT, ''), surname: v.optional(TEXT, '') })),
  email_address: v.optional(TEXT, ''),
  phone_number: PHONE_NUMBER,
})
const UNIT = v.object({
  reference_id: v.optional(v.string(), ''),
  custom_id: v.optional(v.string(), ''),
  invoice_id: v.optional(v.string(), ''),
  amount: MONEY,
  items: v.optional(
    v.array(v.object({ sku: v.optional(v.string(), ''), quantity: v.string(), unit_amount: MONEY })),
    [],
  ),
  shipping: v.optional(SHIPPING),
  payments: v.optional(
    v.object({
      captures: v.optional(v.array(CAPTURE), []),
      refunds: v.optional(v.array(REFUND), []),
    }),
    {},
  ),
})
const ORDER = v.object({
  id: v.string(),
  status: v.string(),
  /** The shop's orders have exactly one unit; other orders are refused. */
  purchase_units: v.strictTuple([UNIT]),
  payment_source: v.optional(v.looseObject({ paypal: v.optional(PAYER) })),
  links: v.optional(v.array(v.object({ rel: v.string(), href: v.string() })), []),
})
export type PaypalOrder = v.InferOutput<typeof ORDER>

/** Parses an order in an answer; `null` for another shape. */
export function readPaypalOrder(body: unknown): PaypalOrder | null {
  const parsed = v.safeParse(ORDER, body)
  return parsed.success ? parsed.output : null
}

/** The statuses of captures that have received money, including refunded ones. */
const CAPTURED = ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED']

/**
 * Converts an order of PayPal to a payment. `APPROVED` is `open`: the shopper has approved the payment, and
 * the shop can capture it. After a capture that the bank refused, the order is `COMPLETED` without received
 * money.
 */
export function toPaypalPayment(order: PaypalOrder): Payment {
  const [unit] = order.purchase_units
  const { captures = [], refunds = [] } = unit.payments
  const captured = captures.filter(({ status }) => CAPTURED.includes(status))
  const refunded = refunds.filter(({ status }) => status === 'COMPLETED' || status === 'PENDING')
  const received = sum(captured) - sum(refunded)
  const isPending = captures.some(({ status }) => status === 'PENDING')
  const redirectUrl = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')?.href
  const state = toState(order.status, { received, isPending })
  const isRefused = order.status === 'COMPLETED' && captures.some(({ status }) => REFUSED.includes(status))
  return {
    paymentId: order.id,
    state: isRefused && state === 'ended' ? 'open' : state,
    amount: walletCents(unit.amount.value) ?? 0,
    received,
    currency: unit.amount.currency_code,
    orderNumber: unit.invoice_id || null,
    ...(redirectUrl ? { redirectUrl } : {}),
    declined: isRefused ? 'provider' : null,
    chargeRef: captured[0]?.id ?? null,
  }
}

const REFUSED = ['DECLINED', 'FAILED']

function toState(status: string, money: { received: Cents; isPending: boolean }): PaymentState {
  if (status === 'APPROVED') return 'open'
  if (status === 'VOIDED') return 'ended'
  if (status !== 'COMPLETED') return 'action'
  if (money.received > 0) return 'paid'
  return money.isPending ? 'pending' : 'ended'
}

/**
 * Returns the sum in cents. Amounts in another currency count as zero, so the comparison with the order's
 * total fails.
 */
function sum(moneys: readonly { amount: v.InferOutput<typeof MONEY> }[]): Cents {
  return moneys.reduce(
    (total, { amount }) => total + (amount.currency_code === CURRENCY ? (walletCents(amount.value) ?? 0) : 0),
    0,
  )
}

/**
 * Returns the buyer of an express payment: the contact that the shopper chose for the parcel, else that of the account.
 */
export function toWalletBuyer({ purchase_units: [unit], payment_source: source }: PaypalOrder): WalletBuyer {
  const { shipping } = unit
  const payer = source?.paypal
  const account = `${payer?.name?.given_name ?? ''} ${payer?.name?.surname ?? ''}`.trim()
  const address = shipping?.address
  return {
    name: shipping?.name?.full_name || account,
    email: shipping?.email_address || payer?.email_address || '',
    phone: shipping?.phone_number.national_number || payer?.phone_number.national_number || '',
    address: {
      line1: address?.address_line_1 ?? '',
      line2: address?.address_line_2 ?? '',
      city: address?.admin_area_2 ?? '',
      state: address?.admin_area_1 ?? '',
      postalCode: address?.postal_code ?? '',
      country: address?.country_code ?? '',
    },
  }
}
