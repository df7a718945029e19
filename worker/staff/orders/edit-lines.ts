/** Edits the lines of an order before it is packed (H14o): what the edit would change, and the edit itself with its money. */

import { toAppliedCoupon } from '../../../schema/cart/coupon/coupon.ts'
import { fromApiAddress, toShipTo } from '../../../schema/identity/location/address.ts'
import { fitsMoneyLimits, type MoneyLimits } from '../../../schema/identity/staff/permissions.ts'
import {
  capturedAmount,
  type OrderLifecycle,
  refundableAmount,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import {
  EDIT_MESSAGES,
  type EditTerms,
  type LineEdit,
  type PlannedEdit,
  planLineEdit,
} from '../../../schema/orders/order-edit.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { shopDayStart } from '../../../schema/platform/shop-calendar.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { LINE_EDIT_MESSAGES, type LineEditForm } from '../../../schema/staff/orders/line-edit-form.ts'
import { isInYard } from '../../../schema/staff/picking/pick-record.ts'
import { findCoupon } from '../../cart/coupon/coupon.sql.ts'
import { findTotalsContext } from '../../cart/totals/totals-context.sql.ts'
import { type OrderDetails, readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import {
  FIRST_RETRY_MS,
  type LifecycleEnv,
  type OrderActionResult,
  refundPartsOf,
  requestRecordedRefund,
} from '../../orders/life/order-lifecycle.ts'
import { readRefundedBy } from '../../orders/life/refund-budget.sql.ts'
import { findCounterLine } from '../counter/find-line.ts'
import { formatEdit, readEditVersion, writeEdit, writeWaitingEdit } from './line-edit.sql.ts'

/** An edit that can be made, and what it costs. */
export interface EditPreview {
  edit: LineEdit
  plan: PlannedEdit
  /** The last edit of the order that it was planned on. */
  version: number
  /** Whether the order is paid with its delivery: then no money moves now. */
  isUnpaid: boolean
}

export type EditPreviewResult = { ok: true; preview: EditPreview } | { ok: false; message: string }

const refuse = (message: string): EditPreviewResult => ({ ok: false, message })

/** Returns whether the lines of an order can still be edited: nothing of it is sent, and it goes on. */
export function canEditLines(life: OrderLifecycle): boolean {
  return life.isShipped && isInYard(life)
}

/** Plans an edit of an order that was read; a swap is to the unit whose label or number `code` is. `now` is in milliseconds. */
export async function previewEdit(
  db: D1Database,
  { order, life }: OrderDetails,
  wanted: { kind: 'remove'; itemId: number } | { kind: 'swap'; itemId: number; code: string },
  now: number,
): Promise<EditPreviewResult> {
  if (!canEditLines(life)) return refuse(LINE_EDIT_MESSAGES.tooLate)
  const { version, isWaiting, hasOtherRefund } = await readEditVersion(db, order.orderNumber)
  if (isWaiting) return refuse(LINE_EDIT_MESSAGES.waiting)
  if (hasOtherRefund) return refuse(LINE_EDIT_MESSAGES.otherRefund)
  const edit = wanted.kind === 'remove' ? wanted : await findSwap(db, wanted, now)
  if ('message' in edit) return refuse(edit.message)
  const terms = await readTerms(db, order)
  const planned = planLineEdit(order, edit, terms)
  if (!planned.ok) return refuse(EDIT_MESSAGES[planned.problem])
  const isUnpaid = capturedAmount(life) === 0
  return { ok: true, preview: { edit, plan: planned.plan, version, isUnpaid } }
}

async function findSwap(
  db: D1Database,
  { itemId, code }: { itemId: number; code: string },
  now: number,
): Promise<LineEdit | { message: string }> {
  const found = await findCounterLine(db, code, now)
  if (!found.ok) return { message: found.message }
  const { itemId: _id, qty: _qty, ...unit } = found.line
  return { kind: 'swap', itemId, unit }
}

/** Reads what a fresh order of the same buyer would be priced by today. */
async function readTerms(db: D1Database, order: Order): Promise<EditTerms> {
  const { shippingAddress: address, couponCode, customerId, lines } = order
  const [carrierCode = '', methodCode = ''] = (order.shippingMethod ?? '').split(':')
  const shipTo = address && {
    ...toShipTo(address, null),
    ...{ regionId: address.regionId, regionCode: address.regionCode },
  }
  const cart = { lines, customerId, shipTo, shippingMethod: { carrierCode, methodCode } }
  const [coupon, context] = await Promise.all([
    couponCode === null ? null : findCoupon(db, couponCode),
    findTotalsContext(db, cart),
  ])
  return { coupon: coupon && toAppliedCoupon(coupon), shipTo, context }
}

/** Returns how much an edit gives back now, in cents; 0 if nothing was taken yet. */
export function refundOf({ plan, isUnpaid }: EditPreview): number {
  return isUnpaid ? 0 : Math.max(0, -plan.difference)
}

/** Returns why a refund isn’t possible; `null` if it is. */
export async function findRefundProblem(
  db: D1Database,
  { amount, life }: { amount: number; life: OrderLifecycle },
  { by, limits, now }: { by: string; limits: MoneyLimits; now: number },
): Promise<string | null> {
  if (amount === 0) return null
  if (amount > refundableAmount(life)) return LINE_EDIT_MESSAGES.refunded
  // The order was paid with store credit of a buyer whose data was erased, so the credit cannot go back.
  if (life.isWithoutHolder && refundPartsOf(amount, life).credit > 0) return LINE_EDIT_MESSAGES.noHolder
  const today = await readRefundedBy(db, by, shopDayStart(now))
  return fitsMoneyLimits(limits, { amount, today }) ? null : LINE_EDIT_MESSAGES.overLimit
}

export type EditResult = { ok: true; message: string; sale: number | null } | { ok: false; message: string }

/**
 * Makes the edit that a page has shown. A difference to give back is refunded, one to pay becomes a sale with a pay link. A repeated
 * request changes nothing more. `now` is in milliseconds.
 */
export async function editLines(
  env: LifecycleEnv,
  actor: Actor,
  { form, limits }: { form: LineEditForm; limits: MoneyLimits },
  now: number,
): Promise<EditResult> {
  const details = await readOrderDetails(env.DB, form.order)
  if (!details) return { ok: false, message: LINE_EDIT_MESSAGES.tooLate }
  const { order, life } = details
  const refundKey = `${form.order}:edit:${form.key}`
  const context = { by: `staff:${actor.staffId}`, now }
  if (life.refunds.some(({ key }) => key === refundKey))
    return refunded(await requestRecordedRefund(env, refundKey, context))
  const planned = await previewEdit(env.DB, details, toWanted(form), now)
  if (!planned.ok) return planned
  const { plan, version, isUnpaid } = planned.preview
  if (version !== form.version || plan.difference !== form.difference)
    return { ok: false, message: LINE_EDIT_MESSAGES.changed }
  const amount = refundOf(planned.preview)
  const problem = await findRefundProblem(env.DB, { amount, life }, { ...context, limits })
  if (problem) return { ok: false, message: problem }
  const written = { order, kind: form.change, plan, version, key: form.key, isUnpaid, refund: null }
  if (plan.difference > 0 && !isUnpaid) {
    const { email, customerId } = order
    const buyer = {
      ...fromApiAddress(order.billingAddress, null),
      ...{ email, ...(customerId !== null && { customerId }) },
    }
    const sale = await writeWaitingEdit(env.DB, actor, { ...written, buyer }, now)
    return sale === null
      ? { ok: false, message: LINE_EDIT_MESSAGES.changed }
      : { ok: true, message: `${LINE_EDIT_MESSAGES.toPay} ${formatMoney(plan.difference)}.`, sale }
  }
  const day = limits.day === null ? null : { since: shopDayStart(now), max: limits.day }
  const reason = formatEdit(form.change, plan)
  const { credit } = refundPartsOf(amount, life)
  const nextAt = now + FIRST_RETRY_MS
  const refund = amount === 0 ? null : { key: refundKey, amount, credit, reason, nextAt, day }
  if (!(await writeEdit(env.DB, actor, { ...written, refund }, now)))
    return { ok: false, message: LINE_EDIT_MESSAGES.changed }
  if (!refund) return { ok: true, message: LINE_EDIT_MESSAGES.done, sale: null }
  return refunded(await requestRecordedRefund(env, refundKey, context))
}

function refunded(result: OrderActionResult): EditResult {
  if (result === 'refused') return { ok: false, message: LINE_EDIT_MESSAGES.refundRefused }
  const message = result === 'done' ? LINE_EDIT_MESSAGES.refundDone : LINE_EDIT_MESSAGES.refundPending
  return { ok: true, message, sale: null }
}

/** Returns what a form asks for. */
export function toWanted({ change, item, code }: Pick<LineEditForm, 'change' | 'item' | 'code'>) {
  return change === 'remove'
    ? { kind: 'remove' as const, itemId: item }
    : { kind: 'swap' as const, itemId: item, code }
}
