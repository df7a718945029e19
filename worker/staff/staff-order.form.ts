/** Acts on an order by those who work here; who it was stands in the order's history. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isOrderNumber } from '../../schema/orders/order.ts'
import { paths, staffOrderHref } from '../../schema/paths.ts'
import {
  STAFF_ORDER_FORM,
  STAFF_ORDER_MESSAGES,
  type StaffOrderForm,
} from '../../schema/staff/staff-order.api.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import {
  cancelForAddress,
  cancelOrder,
  deliverOrder,
  type OrderActionContext,
  type OrderActionResult,
  refundOrder,
  resolveRefundManually,
  shipOrder,
} from '../orders/life/order-lifecycle.ts'
import { setFlashState } from '../platform/forms/flash-cookie.ts'

/** The door has made sure that staff asks. */
export async function handleStaffOrderAction(
  c: Context<AppEnv>,
  body: Record<string, unknown>,
): Promise<Response> {
  const staff = await getCurrentCustomer(c)
  if (!staff) return c.notFound()
  const form = v.safeParse(STAFF_ORDER_FORM, body)
  if (!form.success) {
    const isNamed = typeof body.order === 'string' && isOrderNumber(body.order)
    say(c, false, STAFF_ORDER_MESSAGES.wrong)
    return c.redirect(isNamed ? staffOrderHref(String(body.order)) : paths.staffOrders, 303)
  }
  const { action, order } = form.output
  const outcome = await run(c, form.output, { by: `staff:${staff.customerId}`, now: Date.now() })
  say(c, outcome !== 'refused', STAFF_ORDER_MESSAGES[outcome === 'done' ? action : outcome])
  return c.redirect(staffOrderHref(order), 303)
}

function run(
  c: Context<AppEnv>,
  form: StaffOrderForm,
  doing: OrderActionContext,
): Promise<OrderActionResult> {
  const { order } = form
  switch (form.action) {
    case 'order-ship': {
      const { carrier, trackingNumber } = form
      return shipOrder(c.env, order, { carrier, trackingNumber }, doing)
    }
    case 'order-deliver':
      return deliverOrder(c.env, order, doing)
    case 'order-cancel':
      return form.reason === 'address'
        ? cancelForAddress(c.env, order, doing)
        : cancelOrder(c.env, order, { ...doing, reason: form.reason })
    case 'order-refund': {
      const { once: id, amount, reason, restock } = form
      return refundOrder(c.env, order, { ...doing, id, amount, reason, restock })
    }
    case 'order-settle':
      return resolveRefundManually(c.env, order, {
        ...doing,
        id: form.refund,
        wentBack: form.wentBack === 'yes',
      })
  }
}

function say(c: Context<AppEnv>, ok: boolean, message: string): void {
  setFlashState(c, { form: 'staff-order', ok, message, errors: {}, fields: {} })
}
