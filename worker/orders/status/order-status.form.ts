/**
 * POST /order/{number}/{signature}: cancels the order; below it, /arrived records its delivery. Other sites do not know its signed link, so the link
 * authorizes.
 */
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import {
  CANCEL_REFUSED_MESSAGE,
  canConfirmArrival,
  NOT_UNDERWAY_MESSAGE,
  ORDER_ACTION_MESSAGES,
  STAFF_REFUSED_MESSAGE,
} from '../../../schema/orders/life/order-lifecycle.ts'
import { INVOICE_PATTERN, ORDER_ARRIVED_PATTERN, ORDER_STATUS_PATTERN } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentStaff } from '../../identity/staff/current-staff.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { answerForm, FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { cancelOrder, deliverOrder } from '../life/order-lifecycle.ts'
import { invoicePage } from './invoice.page.tsx'
import { findOrderByLink, orderNotFoundPage, orderStatusPage, readStatusHref } from './order-status.page.tsx'

const refuse = (c: Context<AppEnv>, status: 400 | 403 | 409 | 429, message: string) => ({
  status,
  result: { message },
  to: () => orderStatusPage(c, { status, message }),
})

/** Lets staff look at the pages of an order and refuses their actions there, which would be recorded as the buyer's (H14k). */
export function refuseStaffActions(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD' || !(await getCurrentStaff(c))) return next()
    return answerForm(c, refuse(c, 403, STAFF_REFUSED_MESSAGE))
  }
}

const cancelForm = formRoute({
  path: ORDER_STATUS_PATTERN,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c) => {
    const details = await findOrderByLink(c)
    if (!details) return orderNotFoundPage(c)
    const { orderNumber } = details.order
    if (await isRateLimited(c, 'FORM_LIMIT', 'order-cancel', orderNumber)) return refuse(c, 429, TOO_MANY)
    const outcome = await cancelOrder(c.env, orderNumber, { by: 'guest', reason: 'asked', now: Date.now() })
    if (outcome === 'refused') return refuse(c, 400, CANCEL_REFUSED_MESSAGE)
    // While the refund is pending, the page shows a warning without this message.
    const message = outcome === 'done' ? ORDER_ACTION_MESSAGES.canceled : null
    // Set for a request of the island too, because the island then loads the page.
    if (message) setFlashState(c, { form: 'order-cancel', ok: true, message, errors: {}, fields: {} })
    return { status: 200, result: { to: c.req.path, message: null }, to: c.req.path }
  },
})

const arrivedForm = formRoute({
  path: ORDER_ARRIVED_PATTERN,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c) => {
    const details = await findOrderByLink(c)
    if (!details) return orderNotFoundPage(c)
    const { order, life } = details
    if (await isRateLimited(c, 'FORM_LIMIT', 'order-return', order.orderNumber))
      return refuse(c, 429, TOO_MANY)
    if (!life.wasDelivered && !canConfirmArrival(life)) return refuse(c, 409, NOT_UNDERWAY_MESSAGE)
    const outcome = await deliverOrder(c.env, order.orderNumber, { by: 'guest', now: Date.now() })
    if (outcome === 'refused') return refuse(c, 409, NOT_UNDERWAY_MESSAGE)
    const to = readStatusHref(c)
    return { status: 200, result: { to }, to }
  },
})

export const orderStatus = new Hono<AppEnv>()
  .get(ORDER_STATUS_PATTERN, (c) => orderStatusPage(c))
  .get(INVOICE_PATTERN, (c) => invoicePage(c))
  .route('/', cancelForm)
  .route('/', arrivedForm)
