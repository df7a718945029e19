import * as v from 'valibot'
import { type Now as Clock, isoOf } from '../clock.ts'
import type { ListedPayment } from '../pages/provider-page.ts'
import { AMOUNT, amountProblem, centsOf, ITEM, MONEY, type Money, money } from './amount.ts'
import { type Failure, failure } from './failure.ts'

const text = (max: number) => v.exactOptional(v.pipe(v.string(), v.maxLength(max)))
const UNIT = v.object({
  reference_id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(256)), 'default'),
  description: text(127),
  custom_id: text(255),
  invoice_id: text(127),
  amount: AMOUNT,
  items: v.exactOptional(v.array(ITEM)),
  shipping: v.exactOptional(
    v.looseObject({
      name: v.exactOptional(v.looseObject({ full_name: v.pipe(v.string(), v.maxLength(300)) })),
      address: v.exactOptional(v.looseObject({ country_code: v.pipe(v.string(), v.length(2)) })),
    }),
  ),
})
const CONTEXT = v.looseObject({
  return_url: v.pipe(v.string(), v.url()),
  cancel_url: v.pipe(v.string(), v.url()),
  order_update_callback_config: v.exactOptional(
    v.object({
      callback_events: v.array(v.picklist(['SHIPPING_ADDRESS', 'SHIPPING_OPTIONS'])),
      callback_url: v.pipe(v.string(), v.url(), v.maxLength(2040)),
    }),
  ),
})
const REQUEST = v.object({
  intent: v.literal('CAPTURE'),
  purchase_units: v.strictTuple([UNIT]),
  payment_source: v.object({
    paypal: v.looseObject({
      experience_context: CONTEXT,
    }),
  }),
})
export type PurchaseUnit = v.InferOutput<typeof UNIT> & {
  payments?: { captures: Capture[]; refunds: Refund[] }
}

export interface Capture {
  id: string
  status: 'COMPLETED' | 'PARTIALLY_REFUNDED' | 'REFUNDED' | 'PENDING' | 'DECLINED'
  amount: Money
  final_capture: true
  invoice_id?: string
  custom_id?: string
  supplementary_data: { related_ids: { order_id: string } }
  create_time: string
}
export interface Refund {
  id: string
  status: 'COMPLETED'
  amount: Money
  /** The sum of this refund and those before it. */
  seller_payable_breakdown: { total_refunded_amount: Money }
  invoice_id?: string
  custom_id?: string
  create_time: string
}

/** An order in the API's form. */
export interface Order {
  id: string
  intent: 'CAPTURE'
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  purchase_units: [PurchaseUnit]
  payment_source: { paypal: object }
  create_time: string
  links: { href: string; rel: string; method: string }[]
}

/** An order with the fields that PayPal does not publish. */
export interface StoredOrder {
  order: Order
  context: v.InferOutput<typeof CONTEXT>
  /** The bank's decision on the next capture; `refused` creates no capture. */
  outcome: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'refused'
  /** Seconds since 1970; an order without a capture expires then. */
  expires: number
}

/** Time and ids of one call, and the origin of the sandbox. */
export interface Now extends Clock {
  origin: string
}

/** Orders without a capture expire after three hours. */
const ORDER_SECONDS = 3 * 3600

export function createOrder(body: unknown, at: Now): StoredOrder | Failure {
  const parsed = v.safeParse(REQUEST, body)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const problem = issue.input === undefined ? 'MISSING_REQUIRED_PARAMETER' : 'INVALID_PARAMETER_VALUE'
    return failure(400, problem, { field: `/${(v.getDotPath(issue) ?? '').replaceAll('.', '/')}` })
  }
  const { purchase_units: units, payment_source: source } = parsed.output
  const problem = amountProblem(units[0])
  if (problem) return problem
  const id = at.id()
  const { experience_context: context, ...payer } = source.paypal
  const self = `${at.origin}/v2/checkout/orders/${id}`
  const order: Order = {
    id,
    intent: 'CAPTURE',
    status: 'PAYER_ACTION_REQUIRED',
    purchase_units: units,
    payment_source: { paypal: payer },
    create_time: isoOf(at.now),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: payerAddress(at.origin, id), rel: 'payer-action', method: 'GET' },
    ],
  }
  return { order, context, outcome: 'COMPLETED', expires: at.now + ORDER_SECONDS }
}

export function payerAddress(origin: string, id: string): string {
  return `${origin}/checkoutnow?token=${id}`
}

const CHANGES = v.array(
  v.object({ op: v.picklist(['add', 'replace', 'remove']), path: v.string(), value: v.unknown() }),
)
const PATCHABLE =
  /^\/purchase_units\/@reference_id=='([^']+)'\/(amount|items|custom_id|invoice_id|description|shipping\/name|shipping\/address)$/

/** Applies a JSON Patch to an order that is not captured yet, as a whole or not at all. */
export function patchOrder(stored: StoredOrder, body: unknown): StoredOrder | Failure {
  const parsed = v.safeParse(CHANGES, body)
  if (!parsed.success) return failure(400, 'INVALID_PARAMETER_SYNTAX')
  const { order } = stored
  if (order.status === 'COMPLETED') return failure(422, 'ORDER_ALREADY_COMPLETED')
  const [unit] = order.purchase_units
  const changed: Record<string, unknown> = structuredClone(unit)
  for (const { op, path, value } of parsed.output) {
    const [, reference, name = ''] = PATCHABLE.exec(path) ?? []
    if (reference === undefined) return failure(422, 'NOT_PATCHABLE', { field: path })
    if (reference !== unit.reference_id) return failure(422, 'REFERENCE_ID_NOT_FOUND', { field: path })
    const [outer = '', inner] = name.split('/')
    const target = inner ? { ...(changed[outer] as object | undefined) } : changed
    const key = inner ?? outer
    if (op !== 'add' && !(key in target)) return failure(422, 'INVALID_PATCH_OPERATION', { field: path })
    if (op === 'remove') delete (target as Record<string, unknown>)[key]
    else (target as Record<string, unknown>)[key] = value
    if (inner) changed[outer] = target
  }
  const read = v.safeParse(UNIT, changed)
  if (!read.success) return failure(422, 'INVALID_PARAMETER_VALUE')
  return amountProblem(read.output) ?? { ...stored, order: { ...order, purchase_units: [read.output] } }
}

/** The payer's choice on PayPal's page. */
export type Choice = keyof typeof OUTCOMES | 'cancel'

const OUTCOMES = { approve: 'COMPLETED', decline: 'refused', review: 'PENDING', deny: 'DECLINED' } as const

/** Approves an order; the choice decides what the bank will do. */
export function approveOrder(stored: StoredOrder, choice: keyof typeof OUTCOMES): StoredOrder {
  return { ...stored, outcome: OUTCOMES[choice], order: { ...stored.order, status: 'APPROVED' } }
}

/** Captures an approved order, once. After a refusal of the bank the payer must choose another card. */
export function captureOrder(stored: StoredOrder, at: Now): StoredOrder | { refused: StoredOrder } | Failure {
  const { order } = stored
  if (order.status === 'COMPLETED') return failure(422, 'ORDER_ALREADY_CAPTURED')
  if (order.status !== 'APPROVED') return failure(422, 'ORDER_NOT_APPROVED')
  const { outcome } = stored
  if (outcome === 'refused') {
    return { refused: { ...stored, order: { ...order, status: 'PAYER_ACTION_REQUIRED' } } }
  }
  const [unit] = order.purchase_units
  const capture: Capture = {
    id: at.id(),
    status: outcome,
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    final_capture: true,
    ...referencesOf(unit),
    supplementary_data: { related_ids: { order_id: order.id } },
    create_time: isoOf(at.now),
  }
  const payments = { captures: [capture], refunds: [] }
  return { ...stored, order: { ...order, status: 'COMPLETED', purchase_units: [{ ...unit, payments }] } }
}

const REFUND = v.looseObject({ amount: v.exactOptional(MONEY) })

/** Refunds a capture: the amount in the body, or everything that is left. */
export function refundOrder(
  stored: StoredOrder,
  body: unknown,
  at: Now,
): { stored: StoredOrder; refund: Refund } | Failure {
  const parsed = v.safeParse(REFUND, body ?? {})
  if (!parsed.success) return failure(400, 'INVALID_PARAMETER_SYNTAX', { field: '/amount' })
  const [unit] = stored.order.purchase_units
  const { captures, refunds } = unit.payments ?? { captures: [], refunds: [] }
  const [capture] = captures
  if (!capture || !isCompleted(capture)) return failure(404, 'INVALID_RESOURCE_ID')
  const captured = centsOf(capture.amount)
  const left = captured - refundedOf(unit)
  const { amount } = parsed.output
  if (amount && amount.currency_code !== 'USD') return failure(422, 'REFUND_CAPTURE_CURRENCY_MISMATCH')
  if (left === 0) return failure(422, 'CAPTURE_FULLY_REFUNDED')
  const cents = amount ? centsOf(amount) : left
  if (cents <= 0 || cents > left) return failure(422, 'REFUND_AMOUNT_EXCEEDED')
  const refund: Refund = {
    id: at.id(),
    status: 'COMPLETED',
    amount: money(cents),
    ...referencesOf(unit),
    seller_payable_breakdown: { total_refunded_amount: money(captured - left + cents) },
    create_time: isoOf(at.now),
  }
  const status = cents === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  const payments = { captures: [{ ...capture, status } satisfies Capture], refunds: [...refunds, refund] }
  const order: Order = { ...stored.order, purchase_units: [{ ...unit, payments }] }
  return { stored: { ...stored, order }, refund }
}

/** Returns the refunded cents. */
export function refundedOf({ payments }: PurchaseUnit): number {
  return (payments?.refunds ?? []).reduce((sum, { amount }) => sum + centsOf(amount), 0)
}

function referencesOf({ invoice_id, custom_id }: PurchaseUnit): { invoice_id?: string; custom_id?: string } {
  return { ...(invoice_id ? { invoice_id } : {}), ...(custom_id ? { custom_id } : {}) }
}

function isCompleted({ status }: Capture): boolean {
  return status !== 'PENDING' && status !== 'DECLINED'
}

/** Returns a line of the list of payments. */
export function listed({
  id,
  status: state,
  purchase_units: [unit],
  create_time: created,
}: Order): ListedPayment {
  const refunded = refundedOf(unit)
  const captures = (unit.payments?.captures ?? []).filter(isCompleted)
  const captured = captures.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  const { invoice_id: order = null, amount } = unit
  return { id, amount: centsOf(amount), state, refunded, net: captured - refunded, order, created }
}

const UPDATE = v.object({
  id: v.string(),
  purchase_units: v.strictTuple([
    v.looseObject({
      reference_id: v.string(),
      amount: AMOUNT,
      shipping_options: v.exactOptional(v.array(v.looseObject({ id: v.string(), label: v.string() }))),
    }),
  ]),
})

/** A payer's address and contact, as the shop's reply to the shipping callback is applied to the order. */
export interface Payer {
  name: { given_name: string; surname: string }
  email_address: string
  phone_number?: { national_number: string }
  address: {
    address_line_1: string
    admin_area_2: string
    admin_area_1: string
    postal_code: string
    country_code: string
  }
}

/**
 * Applies the shop's answer about an address: the new amount by the rules of a changed order, and the payer with the
 * address. The answer must be about this order and its unit.
 */
export function updateShipping(
  stored: StoredOrder,
  answer: unknown,
  payer: Payer,
): { stored: StoredOrder; option: string } | null {
  const parsed = v.safeParse(UPDATE, answer)
  if (!parsed.success) return null
  const { order } = stored
  const [unit] = order.purchase_units
  const [update] = parsed.output.purchase_units
  if (parsed.output.id !== order.id || update.reference_id !== unit.reference_id) return null
  const { address, ...account } = payer
  const full_name = `${payer.name.given_name} ${payer.name.surname}`
  const changed: PurchaseUnit = { ...unit, amount: update.amount, shipping: { name: { full_name }, address } }
  if (amountProblem(changed)) return null
  const payment_source = { paypal: { ...account, account_status: 'VERIFIED' } }
  const [option] = update.shipping_options ?? []
  return {
    stored: { ...stored, order: { ...order, payment_source, purchase_units: [changed] } },
    option: option?.label ?? '',
  }
}
