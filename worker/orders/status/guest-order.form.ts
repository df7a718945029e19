/**
 * POST /sales/guest/form/: order number and e-mail lead to the order's own page. A number that nobody has and somebody
 * else's order read the same; guesses are counted by network and by number.
 */
import { type Context, Hono } from 'hono'
import {
  GUEST_ORDER_MESSAGES,
  type GuestOrderTexts,
  guestOrderErrors,
  typedOrderNumber,
} from '../../../schema/orders/status/guest-order.ts'
import { orderStatusHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { signOrderLink } from '../order-signature.ts'
import { guestOrderPage } from './guest-order.page.tsx'
import { matchesOrderEmail } from './guest-order.ts'

export const guestOrderForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  const text = (name: string) => (typeof body[name] === 'string' ? body[name].slice(0, 100) : '')
  const texts: GuestOrderTexts = { orderNumber: text('orderNumber'), emailAddress: text('emailAddress') }
  const errors = guestOrderErrors(texts)
  if (Object.keys(errors).length > 0) {
    return guestOrderPage(c, { status: 422, texts, errors, problem: null })
  }
  const orderNumber = typedOrderNumber(texts.orderNumber)
  if (await isOrderLookupRateLimited(c, orderNumber)) {
    return guestOrderPage(c, { status: 429, texts, errors, problem: TOO_MANY })
  }
  const isTheirs = await matchesOrderEmail(c.env.DB, orderNumber, texts.emailAddress)
  // Made for every number, so that it takes the same time.
  const proof = signOrderLink(c.get('config').cartSecret, orderNumber)
  return isTheirs
    ? c.redirect(orderStatusHref(orderNumber, proof), 303)
    : guestOrderPage(c, { status: 404, texts, errors, problem: GUEST_ORDER_MESSAGES.unknown })
})

/** True when this network, or the whole world for this number, has tried too often. */
export async function isOrderLookupRateLimited(c: Context<AppEnv>, orderNumber: string): Promise<boolean> {
  const [network, number] = await Promise.all([
    isRateLimited(c, 'FORM_LIMIT', 'guest-order'),
    isRateLimited(c, 'FORM_LIMIT', 'guest-order-number', orderNumber),
  ])
  return network || number
}
