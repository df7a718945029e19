/** An order in PayPal's API, and its conversion to a payment. Only fields that the shop uses are parsed. */
import * as v from 'valibot'
import { walletCents } from '../../../../schema/orders/purchase-unit.ts'
import { type Cents, CURRENCY } from '../../../../schema/platform/money.ts'
import type { Payment, PaymentState } from '../gateway.ts'

const MONEY = v.object({ currency_code: v.string(), value: v.string() })
const CAPTURE = v.object({ id: v.string(), status: v.string(), amount: MONEY })
const REFUND = v.object({ status: v.string(), amount: MONEY })
const UNIT = v.object({
  reference_id: v.optional(v.string(), ''),
  custom_id: v.optional(v.string(), ''),
  invoice_id: v.optional(v.string(), ''),
  amount: MONEY,
  items: v.optional(
    v.array(v.object({ sku: v.optional(v.string(), ''), quantity: v.string(), unit_amount: MONEY })),
    [],
  ),
  shipping: v.optional(v.looseObject({})),
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
