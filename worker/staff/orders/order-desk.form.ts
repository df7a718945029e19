/** POST /staff/orders/form/: notes on an order, and corrections of its tracking numbers (H14o). */
import type { Context } from 'hono'
import {
  hasPermission,
  refundLimits,
  UNVERIFIED_REFUND_MAX,
} from '../../../schema/identity/staff/permissions.ts'
import { paths, staffOrderHref } from '../../../schema/paths.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { payLinkHref } from '../../../schema/staff/counter/counter-paths.ts'
import { ADDRESS_MESSAGES } from '../../../schema/staff/orders/address-form.ts'
import type { LineEditForm } from '../../../schema/staff/orders/line-edit-form.ts'
import { ORDER_DESK_FORM, ORDER_DESK_MESSAGES } from '../../../schema/staff/orders/order-desk.api.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { informScreens } from '../new-orders/new-orders.api.ts'
import { changeAddress } from './change-address.ts'
import { editLines } from './edit-lines.ts'
import { addNote, isShipmentOf } from './order-desk.sql.ts'
import { changeOrderWork } from './order-work.form.ts'

/** A refund of an edit needs what each refund needs: the permission, and a recent passkey above an amount. */
async function editLine(
  c: Context<AppEnv>,
  form: LineEditForm,
  staff: StaffSession,
  now: number,
): Promise<FormAnswer | Response> {
  const { role } = staff
  if (!hasPermission(role, 'orders.edit')) return refusePermission(c, role, 'orders.edit')
  if (form.difference < 0 && !hasPermission(role, 'refund')) return refusePermission(c, role, 'refund')
  if (-form.difference > UNVERIFIED_REFUND_MAX && !isVerified(staff, now))
    return stepUpPage(
      c,
      Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
    )
  const result = await editLines(c.env, toActor(staff, 'page'), { form, limits: refundLimits(role) }, now)
  const isPayable = result.ok && result.sale !== null
  const to = isPayable ? payLinkHref(result.sale ?? 0) : staffOrderHref(form.order)
  return staffAnswer(result.ok, result.message, to)
}

export const orderDeskForm = staffFormRoute({
  permission: 'orders.send',
  schema: ORDER_DESK_FORM,
  refuse: () => staffAnswer(false, ORDER_DESK_MESSAGES.wrong, paths.staffOrders),
  run: async (c, form, staff) => {
    const actor = toActor(staff, 'page')
    const now = Date.now()
    if (form.action === 'line') return editLine(c, form, staff, now)
    if (form.action !== 'address' && form.action !== 'note' && form.action !== 'tracking')
      return changeOrderWork(c.env.DB, form, staff, now)
    const to = staffOrderHref(form.order)
    if (form.action === 'address') {
      if (!hasPermission(staff.role, 'orders.edit')) return refusePermission(c, staff.role, 'orders.edit')
      const problem = await changeAddress(c.env.DB, actor, { form, key: form.key }, now)
      return staffAnswer(problem === null, problem ?? ADDRESS_MESSAGES.changed, to)
    }
    if (form.action === 'note') {
      const isAdded = await addNote(
        c.env.DB,
        actor,
        { orderNumber: form.order, text: form.text, key: form.key },
        now,
      )
      // Whom the note names may have a page open.
      c.executionCtx.waitUntil(informScreens(c.env))
      return isAdded ? staffAnswer(true, ORDER_DESK_MESSAGES.note, to) : c.notFound()
    }
    const { order, shipment, carrier, trackingNumber, key } = form
    if (!(await isShipmentOf(c.env.DB, shipment, order))) return c.notFound()
    const change = {
      record: 'shipment' as const,
      id: shipment,
      patch: { carrier, trackingNumber },
      version: null,
      key,
    }
    const result = await applyChange(c.env.DB, actor, change, now)
    return staffAnswer(
      result.ok,
      result.ok ? ORDER_DESK_MESSAGES.tracking : CHANGE_MESSAGES[result.problem],
      to,
    )
  },
})
