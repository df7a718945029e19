/** Actions of staff on an order. */
import type { Context } from 'hono'
import * as v from 'valibot'
import {
  creditLimits,
  hasPermission,
  type MoneyLimits,
  refundLimits,
  type StaffPermission,
  UNVERIFIED_REFUND_MAX,
} from '../../schema/identity/staff/permissions.ts'
import { canCancel, refundableAmount } from '../../schema/orders/life/order-lifecycle.ts'
import { isOrderNumber } from '../../schema/orders/order.ts'
import { paths, staffOrderHref, staffReturnHref } from '../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../schema/staff/changes/change.ts'
import {
  STAFF_ORDER_FORM,
  STAFF_ORDER_MESSAGES,
  STAFF_ORDER_PERMISSIONS,
  type StaffOrderForm,
} from '../../schema/staff/staff-order.api.ts'
import type { AppEnv } from '../env.ts'
import type { StaffSession } from '../identity/staff/current-staff.ts'
import { readOrderDetails } from '../orders/life/order-lifecycle.sql.ts'
import {
  cancelOrder,
  deliverOrder,
  type OrderActionContext,
  refundOrder,
  resolveRefundManually,
  type StaffRefundResult,
  shipOrder,
} from '../orders/life/order-lifecycle.ts'
import { recordMissedMounting } from '../orders/mounting/book-mounting.ts'
import { moveReturn, refundReturn } from '../orders/returns/returns.ts'
import type { FormAnswer } from '../platform/forms/form-route.ts'
import { refusePermission } from './frame/refuse-permission.tsx'
import { staffAnswer } from './frame/staff-answer.ts'
import { isVerified, stepUpPage } from './frame/step-up.tsx'
import { findShipProblem } from './packing/packing-order.sql.ts'

/** Runs a staff member's action on an order; the order's history names the staff member. */
export async function handleStaffOrderAction(
  c: Context<AppEnv>,
  staff: StaffSession,
  body: Record<string, unknown>,
): Promise<FormAnswer | Response> {
  const permission = findPermission(body.action)
  if (permission && !hasPermission(staff.role, permission)) return refusePermission(c, staff.role, permission)
  const form = v.safeParse(STAFF_ORDER_FORM, body)
  if (!form.success) {
    const { order } = body
    const to = typeof order === 'string' && isOrderNumber(order) ? staffOrderHref(order) : paths.staffOrders
    return staffAnswer(false, STAFF_ORDER_MESSAGES.wrong, to)
  }
  const { action, order } = form.output
  const context = { by: `staff:${staff.staffId}`, now: Date.now() }
  if (!isVerified(staff, context.now) && (await isLargeRefund(c.env.DB, form.output)))
    return stepUpPage(c, body)
  const problem = await findHandOverProblem(c.env.DB, form.output)
  if (problem) return staffAnswer(false, CHANGE_MESSAGES[problem], staffOrderHref(order))
  const limits = { money: refundLimits(staff.role), credit: creditLimits(staff.role) }
  const outcome = await runAction(c, form.output, context, limits)
  const message = STAFF_ORDER_MESSAGES[outcome === 'done' ? action : outcome]
  return staffAnswer(outcome === 'done' || outcome === 'pending', message, pageAfter(form.output))
}

/** Returns why tires may not leave the yard by this form; `null` if they may. A pick-up is not packed, so nobody inspects it there. */
async function findHandOverProblem(
  db: D1Database,
  { action, order }: StaffOrderForm,
): Promise<'recalled' | 'not-inspected' | null> {
  if (action === 'order-ship') return findShipProblem(db, order)
  if (action !== 'order-deliver' || !(await readOrderDetails(db, order))?.life.isPickup) return null
  return (await findShipProblem(db, order)) === 'recalled' ? 'recalled' : null
}

/** Returns the page that the form was sent from. */
function pageAfter(form: StaffOrderForm): string {
  return form.action === 'order-return-receive' && form.from === 'tires'
    ? staffReturnHref(form.order, form.case)
    : staffOrderHref(form.order)
}

/** Returns the permission of an action, which is checked before anything else of the form is read. */
function findPermission(action: unknown): StaffPermission | undefined {
  return Object.entries(STAFF_ORDER_PERMISSIONS).find(([known]) => known === action)?.[1]
}

/** Checks whether a form gives back more than a session may without a recent passkey; the amount of a return is not typed. */
async function isLargeRefund(db: D1Database, form: StaffOrderForm): Promise<boolean> {
  if (form.action === 'order-return-refund') return true
  if (form.action === 'order-refund') return form.amount > UNVERIFIED_REFUND_MAX
  if (form.action !== 'order-cancel') return false
  const found = await readOrderDetails(db, form.order)
  return found !== null && canCancel(found.life) && refundableAmount(found.life) > UNVERIFIED_REFUND_MAX
}

function runAction(
  c: Context<AppEnv>,
  form: StaffOrderForm,
  context: OrderActionContext,
  { money: limits, credit: ofCredit }: { money: MoneyLimits; credit: MoneyLimits },
): Promise<StaffRefundResult> {
  const { order } = form
  const found = (number: number) => ({ orderNumber: order, number, ...context })
  switch (form.action) {
    case 'order-ship': {
      const { carrier, trackingNumber } = form
      return shipOrder(c.env, order, { carrier, trackingNumber }, context)
    }
    case 'order-deliver':
      return deliverOrder(c.env, order, context)
    case 'order-cancel':
      return cancelOrder(c.env, order, { ...context, reason: form.reason, limits })
    case 'order-refund': {
      const { once: id, amount, reason, restock } = form
      return refundOrder(c.env, order, { ...context, id, amount, reason, restock, limits })
    }
    case 'order-settle':
      return resolveRefundManually(c.env, order, {
        ...context,
        id: form.refund,
        wentBack: form.wentBack === 'yes',
      })
    case 'order-mounting-missed':
      return recordMissedMounting(c.env.DB, order, context)
    case 'order-return-approve':
      return moveReturn(c.env, {
        ...found(form.case),
        to: 'approved',
        text: form.text,
        labelHref: form.labelHref || null,
      })
    case 'order-return-refuse':
      return moveReturn(c.env, { ...found(form.case), to: 'refused', text: form.text })
    case 'order-return-receive':
      return moveReturn(c.env, {
        ...found(form.case),
        to: 'received',
        text: '',
        restock: form.restock !== undefined,
      })
    case 'order-return-refund':
      return refundReturn(c.env, order, form.case, { ...context, limits })
    case 'order-return-credit':
      return refundReturn(c.env, order, form.case, { ...context, credit: 'all', creditLimits: ofCredit })
    case 'order-return-exchange':
      return moveReturn(c.env, {
        ...found(form.case),
        to: 'exchanged',
        text: form.text,
        parcel:
          form.trackingNumber === null
            ? null
            : { carrier: form.carrier, trackingNumber: form.trackingNumber },
      })
  }
}
