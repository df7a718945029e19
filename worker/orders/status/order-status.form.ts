/**
 * POST /order/{number}/{proof}: cancels the order for whoever has its link. The link itself is the proof that a page of
 * ours or a mail sent it; another site does not know it. A browser is sent back with 303, a script gets the envelope.
 */
import { Hono } from 'hono'
import { CANCEL_REFUSED, ORDER_ACTION_MESSAGES } from '../../../schema/orders/life/order-lifecycle.ts'
import { INVOICE_PATTERN, ORDER_STATUS_PATTERN } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { cancelOrder } from '../life/order-lifecycle.ts'
import { invoicePage } from './invoice.page.tsx'
import { findOrderByLink, orderNotFoundPage, orderStatusPage } from './order-status.page.tsx'

export const orderStatus = new Hono<AppEnv>()
  .get(ORDER_STATUS_PATTERN, (c) => orderStatusPage(c))
  .get(INVOICE_PATTERN, (c) => invoicePage(c))
  .post(ORDER_STATUS_PATTERN, limitForm(), async (c) => {
    const whole = await findOrderByLink(c)
    if (!whole) return orderNotFoundPage(c)
    const wantsJson = c.req.header('Accept')?.includes('application/json') ?? false
    const { orderNumber } = whole.order
    if (await isRateLimited(c, 'FORM_LIMIT', 'order-cancel', orderNumber)) {
      return wantsJson ? reply(c, 429, { message: TOO_MANY }) : orderStatusPage(c, TOO_MANY)
    }
    const outcome = await cancelOrder(c.env, orderNumber, { by: 'guest', reason: 'asked', now: Date.now() })
    if (outcome === 'refused') {
      return wantsJson ? reply(c, 400, { message: CANCEL_REFUSED }) : orderStatusPage(c, CANCEL_REFUSED)
    }
    const message = outcome === 'done' ? ORDER_ACTION_MESSAGES.canceled : null
    // While it waits for its money, the page says so by itself.
    if (message) setFlashState(c, { form: 'order-cancel', ok: true, message, errors: {}, fields: {} })
    return wantsJson ? reply(c, 200, { to: c.req.path, message: null }) : c.redirect(c.req.path, 303)
  })
