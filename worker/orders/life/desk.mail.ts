/** Mails to the shop's own staff: a new order, and stock that runs low. */
import { DESKS, type Desk, deskRecipients } from '../../../schema/orders/life/desk.ts'
import { paymentName } from '../../../schema/orders/payment.ts'
import { staffOrderHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { readLowPools } from '../../catalog/product/product.sql.ts'
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
        { kind: 'text', text: `${total}, ${paymentName(paymentMethod)}` },
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

/** Pools that a mail names. */
const POOLS_NAMED = 50

/** Builds the mail about pools that run low; `null` once all of them are restocked. Payload: `{stockSkus}`. */
export const deskStockMail: MailBuilder = async (env, { stockSkus }, { siteUrl }) => {
  const pools = await readLowPools(env.DB, Array.isArray(stockSkus) ? stockSkus.map(String) : [])
  const [first] = pools
  if (!first) return null
  const names = pools
    .slice(0, POOLS_NAMED)
    .map(
      ({ name, stockSku, qty, lowMark }) => `${name ?? ''} (${stockSku}): ${qty} left, low mark ${lowMark}.`,
    )
  const rest = pools.length - names.length
  const what = pools.length === 1 ? (first.name ?? first.stockSku) : formatQuantity(pools.length, 'product')
  return renderDeskMail(
    env.DB,
    'stock',
    {
      subject: `Running low: ${what}`,
      title: 'Running low',
      preview: pools.length === 1 ? `${first.qty} left` : what,
      parts: [
        ...names.map((text) => ({ kind: 'text' as const, text })),
        ...(rest > 0 ? [{ kind: 'text' as const, text: `And ${rest} more.` }] : []),
      ],
    },
    siteUrl,
  )
}
