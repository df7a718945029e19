/**
 * /reclaim/checkout/cart/?quote_id=…: the link in the mail about an abandoned cart. The page shows the cart and asks
 * for a confirmation, because mail scanners follow links. The link that stops these mails is here too.
 */
import { type Context, Hono } from 'hono'
import { minicartCount } from '../../../schema/cart/cart-format.ts'
import { paths } from '../../../schema/paths.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { AppEnv } from '../../env.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { readCartIdCookie, setCartCountCookie } from '../cart-cookie.ts'
import { startCart } from '../customer-cart.ts'
import { readMinicartCountType } from '../minicart-count.sql.ts'
import { readCartView } from '../read-cart.ts'
import { abandonedCartPage, reminderOptOutPage } from './abandoned-cart.page.tsx'
import { findReminder, optOutOfReminders } from './cart-reminder.sql.ts'
import { findAbandonedCart, restoreAbandonedCart } from './recover-abandoned-cart.ts'
import { verifyReminderOptOut } from './recovery-signature.ts'

const NAME = /^[\w.-]{1,120}$/

const recoveryForm = formRoute({
  path: paths.reclaim,
  schema: FORM_TEXTS,
  run: async (c, body) => {
    if (await isRateLimited(c, 'FORM_LIMIT', 'reclaim')) return c.text(TOO_MANY, 429)
    const name = parseName(body.quote_id)
    const now = Date.now()
    const abandoned = await findAbandonedCart(c.env, c.get('config').cartSecret, name, now)
    if (!abandoned) return abandonedCartPage(c, name, null)
    const known = readCartIdCookie(c)
    const before = known === null ? null : await c.env.CART.getByName(known).read()
    const quoteId = known === null || before?.orderNumber ? await startCart(c) : known
    const missing = await restoreAbandonedCart(c.env, abandoned, quoteId, now)
    const cart = await c.env.CART.getByName(quoteId).read()
    setCartCountCookie(c, minicartCount({ lines: cart?.lines ?? [] }, await readMinicartCountType(c.env.DB)))
    return c.redirect(`${paths.cart}?notice=${missing.length > 0 ? 'reclaimed-part' : 'reclaimed'}`, 303)
  },
})

const reminderOptOutForm = formRoute({
  path: paths.reminderStop,
  // Mail programs send this form in one click; the signature authorizes it.
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const id = verifiedReminderId(c, { ...c.req.query(), ...body })
    const reminder = id === null ? null : await findReminder(c.env.DB, id)
    if (!reminder) return c.notFound()
    await optOutOfReminders(c.env.DB, reminder.email, Date.now())
    if ('List-Unsubscribe' in body) return c.text('stopped')
    return c.redirect(`${paths.reminderStop}?state=stopped`, 303)
  },
})

export const cartRecoveryRoutes = new Hono<AppEnv>()
  .get(paths.reclaim, async (c) => {
    const name = parseName(c.req.query('quote_id'))
    if (await isRateLimited(c, 'FORM_LIMIT', 'reclaim')) return c.text(TOO_MANY, 429)
    const abandoned = await findAbandonedCart(c.env, c.get('config').cartSecret, name, Date.now())
    return abandonedCartPage(c, name, abandoned && (await readCartView(c.env, abandoned.quoteId, Date.now())))
  })
  .get(paths.reminderStop, (c) => {
    if (c.req.query('state') === 'stopped') return reminderOptOutPage(c, null)
    const id = verifiedReminderId(c, c.req.query())
    return id === null ? c.notFound() : reminderOptOutPage(c, { id, proof: c.req.query('proof') ?? '' })
  })
  .route('/', recoveryForm)
  .route('/', reminderOptOutForm)

function parseName(text = ''): string {
  return NAME.test(text) ? text : ''
}

/** Returns the reminder id of a signed link, or `null` when the signature is invalid. */
function verifiedReminderId(c: Context<AppEnv>, { id = '', proof = '' }: FormTexts): number | null {
  return /^\d{1,12}$/.test(id) && verifyReminderOptOut(c.get('config').cartSecret, Number(id), proof)
    ? Number(id)
    : null
}
