/** The email before store credit ends (H14u). Payload: `{account, until}`; sends nothing once it was spent. */
import { remainingCredit } from '../../../schema/orders/credit/credit-expiry.ts'
import { formatCreditEnds } from '../../../schema/orders/credit/credit-format.ts'
import { CREDIT_USE } from '../../../schema/orders/refund-way.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readLedger } from './credit.sql.ts'
import { findNoticedAccount } from './credit-check.sql.ts'

export const creditEndsMail: MailBuilder = async (env, { account, until }, { siteUrl }) => {
  const found = await findNoticedAccount(env.DB, Number(account))
  const left = found ? remainingCredit(await readLedger(env.DB, found.account)) : []
  const ending = left.filter(({ endsAt }) => endsAt !== null && endsAt <= Number(until))
  if (!found?.holder || ending.length === 0) return null
  const sum = formatMoney(ending.reduce((total, { amount }) => total + amount, 0))
  const title = `Use your ${sum} of store credit`
  const mail = {
    ...{ subject: title, title, preview: `${formatCreditEnds(ending)}.` },
    parts: [
      { kind: 'text', text: `You have store credit with us that expires soon. ${formatCreditEnds(ending)}.` },
      { kind: 'text', text: CREDIT_USE },
      { kind: 'text', text: `To use it, reply to this email or call ${PHONE.label}.` },
    ],
  } as const
  return { to: found.holder, ...renderMailTemplate(mail, siteUrl) }
}
