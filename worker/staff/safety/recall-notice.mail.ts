/** The notice to who bought recalled tires (H14t). Payload: `{campaign, orderNumber}`; sends nothing once the tires were freed or came back. */
import { formatQuantity } from '../../../schema/platform/count.ts'
import { PHONE } from '../../../schema/platform/shop-phone.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { findRecall, readSoldLines, type SoldLine } from './recalls.sql.ts'

interface RecallText {
  campaign: string
  maker: string
  notice: string
  remedy: string
}

/** Returns the text of the notice, which staff read before they send it. */
export function recallNoticeBlocks(
  { campaign, maker, notice, remedy }: RecallText,
  lines: readonly Pick<SoldLine, 'sku' | 'title' | 'tins' | 'orderNumber'>[],
): MailBlock[] {
  const tires = lines.map(({ title, sku, tins }) =>
    [title, sku, tins && `TIN ${tins}`].filter(Boolean).join(', '),
  )
  const block = (text: string): MailBlock => ({ kind: 'text', text })
  return [
    block(
      `Tires that you bought from us are part of recall ${campaign}${maker ? ` of ${maker}` : ''}: ${tires.join('; ')}.`,
    ),
    block('Please don’t drive on them until they’re checked.'),
    ...(notice ? [block(notice)] : []),
    ...(remedy ? [block(remedy)] : []),
    block(`Reply to this email or call ${PHONE.label}. We’ll help you with the next step.`),
  ]
}

export const recallNoticeMail: MailBuilder = async (env, { campaign, orderNumber }, { siteUrl }) => {
  const [recall, lines] = await Promise.all([
    findRecall(env.DB, String(campaign)),
    readSoldLines(env.DB, String(campaign), String(orderNumber)),
  ])
  const to = lines[0]?.email
  if (!recall || !to) return null
  const title = 'Your tires were recalled'
  const mail = {
    ...{ subject: `${title}, order ${String(orderNumber)}`, title },
    preview: `${formatQuantity(lines.length, 'line')} of your order: what to do now.`,
    parts: recallNoticeBlocks(recall, lines),
  }
  return { to, ...renderMailTemplate(mail, siteUrl) }
}
