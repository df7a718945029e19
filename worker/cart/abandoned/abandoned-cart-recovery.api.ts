/**
 * /reclaim/checkout/cart/?quote_id=…: where the mail about a left cart leads to. It shows what is in it and asks first,
 * because programs that look through mail follow links. Below it the link that ends such mails.
 */
import { type Context, Hono } from 'hono'
import { minicartCount } from '../../../schema/cart/cart-format.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { minicartCountType } from '../../platform/config.sql.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { readCartIdCookie, setCartCountCookie } from '../cart-cookie.ts'
import { startCart } from '../customer-cart.ts'
import { readCartView } from '../read-cart.ts'
import { abandonedCartPage, reminderOptOutPage } from './abandoned-cart.page.tsx'
import { findReminder, optOutOfReminders } from './cart-reminder.sql.ts'
import { findAbandonedCart, restoreAbandonedCart } from './recover-abandoned-cart.ts'
import { verifyReminderOptOut } from './recovery-signature.ts'

const NAME = /^[\w.-]{1,120}$/

export const cartRecoveryRoutes = new Hono<AppEnv>()
  .get(paths.reclaim, async (c) => {
    const name = nameIn(c.req.query('quote_id'))
    if (await isRateLimited(c, 'FORM_LIMIT', 'reclaim')) return c.text(TOO_MANY, 429)
    const left = await findAbandonedCart(c.env, c.get('config').cartSecret, name, Date.now())
    return abandonedCartPage(c, name, left && (await readCartView(c.env, left.quoteId, Date.now())))
  })
  .post(paths.reclaim, limitForm(), async (c) => {
    if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
    if (await isRateLimited(c, 'FORM_LIMIT', 'reclaim')) return c.text(TOO_MANY, 429)
    const { quote_id: given } = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    const name = nameIn(given)
    const now = Date.now()
    const left = await findAbandonedCart(c.env, c.get('config').cartSecret, name, now)
    if (!left) return abandonedCartPage(c, name, null)
    const known = readCartIdCookie(c)
    const before = known === null ? null : await c.env.CART.getByName(known).read()
    const quoteId = known === null || before?.orderNumber ? await startCart(c) : known
    const gone = await restoreAbandonedCart(c.env, left, quoteId, now)
    const cart = await c.env.CART.getByName(quoteId).read()
    setCartCountCookie(c, minicartCount({ lines: cart?.lines ?? [] }, await minicartCountType(c.env.DB)))
    return c.redirect(`${paths.cart}?notice=${gone.length > 0 ? 'reclaimed-part' : 'reclaimed'}`, 303)
  })
  .get(paths.reminderStop, (c) => {
    const reader = readerIn(c, c.req.query())
    if (c.req.query('state') === 'stopped') return reminderOptOutPage(c, null)
    return reader === null ? c.notFound() : reminderOptOutPage(c, reader)
  })
  // No page of ours has to have sent this: the proof in it says whose wish it is. Mail programs send it in one click.
  .post(paths.reminderStop, limitForm(), async (c) => {
    const fields = await c.req.parseBody().catch((): Record<string, unknown> => ({}))
    const reader = readerIn(c, { ...c.req.query(), ...fields })
    const reminder = reader === null ? null : await findReminder(c.env.DB, reader.id)
    if (!reminder) return c.notFound()
    await optOutOfReminders(c.env.DB, reminder.email, Date.now())
    if ('List-Unsubscribe' in fields) return c.text('stopped')
    return c.redirect(`${paths.reminderStop}?state=stopped`, 303)
  })

function nameIn(given: unknown): string {
  return typeof given === 'string' && NAME.test(given) ? given : ''
}

/** Whom the link is about; `null` when we did not make it. */
function readerIn(c: Context<AppEnv>, fields: Record<string, unknown>): { id: number; proof: string } | null {
  const { id, proof } = fields
  if (typeof id !== 'string' || !/^\d{1,12}$/.test(id) || typeof proof !== 'string') return null
  return verifyReminderOptOut(c.get('config').cartSecret, Number(id), proof)
    ? { id: Number(id), proof }
    : null
}
