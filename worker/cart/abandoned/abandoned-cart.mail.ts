/** The mail about an abandoned cart (D11). */
import { cartRecoveryHref, reminderStopHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { stopHeaders } from '../../platform/mail/stop-headers.ts'
import { findReminder, isReminderObsolete } from './cart-reminder.sql.ts'
import { signRecoveryLink, signReminderOptOut } from './recovery-signature.ts'

/**
 * Builds the mail for the payload `{reminderId}`. Returns `null` for a cart that was bought, emptied or deleted, and
 * for a shopper who stopped reminders.
 */
export const abandonedCartMail: MailBuilder = async (env, { reminderId }, { siteUrl, cartSecret }, now) => {
  const reminder = await findReminder(env.DB, Number(reminderId))
  if (!reminder || (await isReminderObsolete(env.DB, reminder))) return null
  const cart = await env.CART.getByName(reminder.quoteId).read()
  if (!cart || cart.orderNumber !== null || cart.lines.length === 0) return null
  const back = `${siteUrl}${cartRecoveryHref(signRecoveryLink(cartSecret, reminder.id, now))}`
  const stop = `${siteUrl}${reminderStopHref(reminder.id, signReminderOptOut(cartSecret, reminder.id))}`
  const lines = cart.lines.map(
    ({ name, qty, unitPrice }): MailBlock => ({
      kind: 'text',
      text: `${qty} × ${name}, ${formatMoney(unitPrice * qty)}`,
    }),
  )
  const letter = {
    subject: 'Your tires are still in the cart',
    title: 'Your tires are still in the cart',
    preview: cart.lines.map(({ name }) => name).join(', '),
    parts: [
      ...lines,
      { kind: 'action', label: 'Back to your cart', href: back },
      {
        kind: 'note',
        text: 'We can’t hold them: used tires are often the only ones of their kind. We’ll check price and stock again when you order. The link works for two weeks.',
      },
      { kind: 'link', label: 'No more reminders', href: stop },
    ],
  } as const
  return {
    to: reminder.email,
    ...renderMailTemplate(letter, siteUrl),
    headers: stopHeaders(stop),
  }
}
