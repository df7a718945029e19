/** Mails to the shop's own staff: a new order, and stock that runs low. */
import { DESKS, type Desk, deskRecipients } from '../../../schema/orders/life/desk.ts'
import { paymentTitle } from '../../../schema/orders/payment.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { findPool } from '../../catalog/product/product.sql.ts'
import { shopConfig } from '../../platform/config.sql.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailTemplate, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { readOrder } from '../order.sql.ts'

/** Renders a mail to the recipients of a desk; `null` when the configuration has no recipient. */
export async function renderDeskMail(
  db: D1Database,
  desk: Desk,
  template: MailTemplate,
  siteUrl: string,
): Promise<Mail | null> {
  const to = deskRecipients(await shopConfig(db), desk)
  const parts = [
    ...template.parts,
    { kind: 'note' as const, text: `Who gets this email: setting ${DESKS[desk]}.` },
  ]
  return to.length === 0
    ? null
    : { to: to.join(', '), ...renderMailTemplate({ ...template, parts }, siteUrl) }
}

/** Builds the mail about a new order. Payload: `{orderNumber}`. */
export const deskOrderMail: MailBuilder = async (env, payload, { siteUrl }) => {
  const order = typeof payload.orderNumber === 'string' ? await readOrder(env.DB, payload.orderNumber) : null
  if (!order) return null
  const { orderNumber, email, lines, totals, shippingAddress, billingAddress, paymentMethod } = order
  const { firstname, lastname, street, city, regionCode, postcode, telephone } =
    shippingAddress ?? billingAddress
  const total = formatMoney(totals.grandTotal)
  const title = `New order ${orderNumber}`
  const mail = await renderDeskMail(
    env.DB,
    'order',
    {
      subject: `${title}: ${total}`,
      title,
      preview: `${total}, ${city}`,
      parts: [
        { kind: 'text', text: `${total}, ${paymentTitle(paymentMethod)}` },
        {
          kind: 'quote',
          text: lines.map(({ qty, title: name, sku }) => `${qty} x ${name} (${sku})`).join('\n'),
        },
        {
          kind: 'text',
          text: [
            `${firstname} ${lastname}`,
            ...street,
            `${city}, ${regionCode} ${postcode}`,
            telephone,
            email,
          ]
            .filter(Boolean)
            .join(', '),
        },
        { kind: 'action', label: 'Open the order', href: `${siteUrl}${staffOrderHref(orderNumber)}` },
      ],
    },
    siteUrl,
  )
  return mail && { ...mail, replyTo: email }
}

/** Builds the mail about a pool that runs low; `null` once the pool is restocked. Payload: `{stockSku}`. */
export const deskStockMail: MailBuilder = async (env, { stockSku }, { siteUrl }) => {
  const pool = await findPool(env.DB, String(stockSku))
  if (!pool || pool.qty > pool.lowMark) return null
  return renderDeskMail(
    env.DB,
    'stock',
    {
      subject: `Running low: ${pool.name ?? stockSku}`,
      title: 'Running low',
      preview: `${pool.qty} left`,
      parts: [
        {
          kind: 'text',
          text: `${pool.name ?? ''} (${stockSku}): ${pool.qty} left, low mark ${pool.lowMark}.`,
        },
      ],
    },
    siteUrl,
  )
}
