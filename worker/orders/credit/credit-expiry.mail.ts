/** The email before store credit expires (H14u). Payload: `{account, until}`; sends nothing once it was spent. */
import { remainingCredit } from '../../../schema/orders/credit/credit-expiry.ts'
import { formatCreditExpiry } from '../../../schema/orders/credit/credit-format.ts'
import { CREDIT_USE } from '../../../schema/orders/refund-way.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readLedger } from './credit.sql.ts'
import { findNoticedAccount } from './credit-check.sql.ts'

export const creditExpiryMail: MailBuilder = async (env, { account, until }, { siteUrl }) => {
  const found = await findNoticedAccount(env.DB, Number(account))
  const left = found ? remainingCredit(await readLedger(env.DB, found.account)) : []
  const expiring = left.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= Number(until))
  if (!found?.holder || expiring.length === 0) return null
  const sum = formatMoney(expiring.reduce((total, { amount }) => total + amount, 0))
  const title = `Use your ${sum} of store credit`
  const mail = {
    subject: title,
    title,
    preview: `${formatCreditExpiry(expiring)}.`,
    parts: [
      {
        kind: 'text',
        text: `You have store credit with us that expires soon. ${formatCreditExpiry(expiring)}.`,
      },
      { kind: 'text', text: CREDIT_USE },
      { kind: 'text', text: `To use it, reply to this email or call ${PHONE.label}.` },
    ],
  } as const
  return { to: found.holder, ...renderMailTemplate(mail, siteUrl) }
}
