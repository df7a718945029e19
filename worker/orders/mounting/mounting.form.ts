/**
 * POST /order/{number}/{proof}/mounting: books, moves or cancels an order's appointment. Other sites do not know the signed link,
 * so the link authorizes.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  MOUNTING_FORM,
  MOUNTING_MESSAGES,
  type MountingProblem,
  parseSlot,
} from '../../../schema/orders/mounting/mounting.ts'
import { MOUNTING_PATTERN } from '../../../schema/orders/mounting/mounting-paths.ts'
import type { AppEnv } from '../../env.ts'
import { allStores } from '../../identity/location/physical-stores.ts'
import { setFlashState } from '../../platform/forms/flash-cookie.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import type { OrderDetails } from '../life/order-lifecycle.sql.ts'
import { findOrderByLink, orderNotFoundPage } from '../status/order-status.page.tsx'
import { bookMounting, cancelMounting } from './book-mounting.ts'
import { dayProblem, mountingPage } from './mounting.page.tsx'
import { findMountingTerms } from './mounting-terms.ts'

const appointmentForm = formRoute({
  path: MOUNTING_PATTERN,
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, texts) => {
    const details = await findOrderByLink(c)
    if (!details) return orderNotFoundPage(c)
    const refuse = (message: string, status: 400 | 409 | 429) => ({
      status,
      result: { message },
      to: () => mountingPage(c, details, { menus: texts, problem: { message, status } }),
    })
    const form = v.safeParse(MOUNTING_FORM, texts)
    if (!form.success) return refuse(MOUNTING_MESSAGES.closed, 400)
    if (await isRateLimited(c, 'FORM_LIMIT', 'mounting', details.order.orderNumber))
      return refuse(TOO_MANY, 429)
    const outcome =
      form.output.action === 'cancel'
        ? await cancelMounting(c.env, details.order.orderNumber, Date.now())
        : await book(c, details, form.output)
    if (outcome !== 'booked' && outcome !== 'canceled')
      return refuse(MOUNTING_MESSAGES[outcome], outcome === 'taken' ? 409 : 400)
    const message = MOUNTING_MESSAGES[outcome]
    setFlashState(c, { form: 'mounting', ok: true, message, errors: {}, fields: {} })
    return { status: 200, result: { message }, to: c.req.path }
  },
})

async function book(
  c: Context<AppEnv>,
  details: OrderDetails,
  menus: { store: string; day: string; slot: string },
): Promise<'booked' | MountingProblem> {
  const slot = parseSlot(menus.slot)
  if (!slot) return 'closed'
  if (slot.store !== Number(menus.store) || slot.day !== menus.day) return 'changed'
  const now = Date.now()
  const terms = await findMountingTerms(c.env.DB, details, now)
  if (!terms) return 'refused'
  const { tires, days } = terms
  if (days.length === 0) return dayProblem(details)
  return bookMounting(c.env, await allStores(c.env.DB), {
    orderNumber: details.order.orderNumber,
    slot,
    tires,
    days,
    now,
  })
}

export const mountingRoutes = new Hono<AppEnv>()
  .get(MOUNTING_PATTERN, async (c) => {
    const details = await findOrderByLink(c)
    return details ? mountingPage(c, details, { menus: c.req.query() }) : orderNotFoundPage(c)
  })
  .route('/', appointmentForm)
