/** The question to both mailboxes whether orders may move (H14k). Payload: `{merge, side}`; sends nothing once it was answered or has ended. */
import * as v from 'valibot'
import {
  MERGE_LINK,
  maskEmail,
  mergeLinkHref,
  mergeState,
} from '../../../schema/staff/customers/order-merge.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { signMergeLink } from './merge-signature.ts'
import { findGuest, findMerge } from './order-merges.sql.ts'

const PAYLOAD = v.object({ merge: MERGE_LINK.entries.id, side: MERGE_LINK.entries.side })

export const orderMergeMail: MailBuilder = async (env, payload, { siteUrl, cartSecret }, now) => {
  const { merge: id, side } = v.parse(PAYLOAD, payload)
  const merge = await findMerge(env.DB, id)
  const guest = merge && (await findGuest(env.DB, merge.fromEmail))
  if (!merge || !guest || mergeState(merge, now) !== 'waiting') return null
  const { fromEmail, toEmail } = merge
  const orders = guest.orders.join(', ')
  const isOne = fromEmail === toEmail
  const title = isOne ? 'Move your orders into your account?' : 'Are both addresses yours?'
  const mail = {
    ...{ subject: title, title, preview: 'Confirm it, and your orders are in one place.' },
    parts: [
      {
        kind: 'text',
        text: isOne
          ? `We were asked to move your orders (${orders}) into your account.`
          : side === 'from'
            ? `We were asked to move your orders (${orders}) to ${maskEmail(toEmail)}. That address then gets our emails about them.`
            : `We were asked to move orders of ${maskEmail(fromEmail)} to your address. You then get our emails about them.`,
      },
      {
        kind: 'action',
        label: isOne ? 'Yes, move them' : 'Yes, both are mine',
        href: `${siteUrl}${mergeLinkHref({ id, side, proof: signMergeLink(cartSecret, { id, side }) })}`,
      },
      {
        kind: 'note',
        text: isOne
          ? 'The link works for 7 days. If you don’t have an account or didn’t ask for this, do nothing.'
          : 'The other address got a link, too. Nothing moves until both are confirmed, within 7 days. If you don’t know the other address, do nothing.',
      },
    ],
  } as const
  return { to: side === 'from' ? fromEmail : toEmail, ...renderMailTemplate(mail, siteUrl) }
}
