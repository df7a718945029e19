/** Mails of an order's life after its confirmation. Each leads to the order's own page. */

import { ADDRESS_INVALID, formatRefund, trackingHref } from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import { type MailBlock, renderMailTemplate } from '../../platform/mail/mail-template.mail.tsx'
import { orderLinks } from '../order-links.ts'
import { readWholeOrder, type WholeOrder } from './order-lifecycle.sql.ts'

/** How long banks take to show money that comes back. */
const BANK_DAYS = 'Banks take 5 to 10 days to show it.'

interface MailSource {
  whole: WholeOrder
  payload: Record<string, unknown>
  /** Absolute addresses. */
  links: { status: string; invoice: string }
  siteUrl: string
}

interface Words {
  subject: string
  title: string
  preview: string
  parts: MailBlock[]
}

/** A mail about an order as it is when the mail leaves; none for one whose buyer is forgotten. */
function aboutOrder(words: (source: MailSource) => Words): MailBuilder {
  return async (env, payload, { siteUrl, cartSecret }): Promise<Mail | null> => {
    const { orderNumber } = payload
    const whole = typeof orderNumber === 'string' ? await readWholeOrder(env.DB, orderNumber) : null
    if (!whole || whole.order.email === '') return null
    const links = orderLinks(cartSecret, siteUrl, whole.order.orderNumber)
    const letter = words({ whole, payload, links, siteUrl })
    return { to: whole.order.email, ...renderMailTemplate(letter, siteUrl) }
  }
}

function hello({ billingAddress, shippingAddress }: Order): string {
  return `Hello ${(shippingAddress ?? billingAddress).firstname},`
}

/** Payload: `{orderNumber, carrier, trackingNumber}`. */
export const orderShippedMail = aboutOrder(({ whole: { order }, payload, links }) => {
  const parcel = {
    carrier: String(payload.carrier),
    trackingNumber: String(payload.trackingNumber),
    shippedAt: 0,
  }
  const track = trackingHref(parcel)
  return {
    subject: `Order ${order.orderNumber} is on its way`,
    title: 'Your order is on its way',
    preview: `${parcel.carrier} ${parcel.trackingNumber}`,
    parts: [
      { kind: 'text', text: `${hello(order)} a parcel of order ${order.orderNumber} has left our workshop:` },
      ...order.lines.map(
        ({ qty, title, facts }): MailBlock => ({
          kind: 'text',
          text: [`${qty} × ${title}`, facts].filter(Boolean).join(', '),
        }),
      ),
      { kind: 'note', text: `Its number with ${parcel.carrier}:` },
      { kind: 'code', text: parcel.trackingNumber },
      track
        ? { kind: 'action', label: 'Follow the parcel', href: track }
        : { kind: 'action', label: 'See your order', href: links.status },
      ...(track ? [{ kind: 'link', label: 'See your order', href: links.status } as const] : []),
      { kind: 'note', text: 'The driver calls before the tires arrive.' },
    ],
  }
})

/** Payload: `{orderNumber, reason}`. */
export const orderCanceledMail = aboutOrder(({ whole: { order, life }, payload, links, siteUrl }) => {
  const forAddress = payload.reason === 'address'
  const money = formatRefund(life)
  const why = forAddress
    ? ADDRESS_INVALID
    : payload.reason === 'asked'
      ? `Order ${order.orderNumber} is canceled, as you asked.`
      : `We are sorry: we had to cancel order ${order.orderNumber}.`
  return {
    subject: `Order ${order.orderNumber} is canceled`,
    title: 'Your order is canceled',
    preview: money ? `${money}.` : 'Nothing was charged.',
    parts: [
      { kind: 'text', text: `${hello(order)} ${lowerFirst(why)}` },
      {
        kind: 'text',
        text: money ? `${money}, the way you paid. ${BANK_DAYS}` : 'Nothing was charged.',
      },
      forAddress
        ? { kind: 'action', label: 'Contact support', href: `${siteUrl}${paths.contacts}` }
        : { kind: 'action', label: 'See your order', href: links.status },
      ...(forAddress ? [{ kind: 'link', label: 'See your order', href: links.status } as const] : []),
      { kind: 'note', text: 'If that was not you, write to us at once:' },
      { kind: 'link', label: 'Contact us', href: `${siteUrl}${paths.contacts}` },
    ],
  }
})

/** Payload: `{orderNumber, refund}`: the id of the refund, `null` for one that the provider reported. */
export const orderRefundedMail = aboutOrder(({ whole: { order, life }, payload, links }) => {
  const done = life.refunds.filter(({ status }) => status === 'done')
  const { amount, reason } = done.find(({ id }) => id === payload.refund) ??
    done.at(-1) ?? { amount: 0, reason: '' }
  return {
    subject: `Order ${order.orderNumber}: ${formatMoney(amount)} returned`,
    title: `${formatMoney(amount)} is on its way back`,
    preview: `${formatRefund(life) ?? ''}. ${BANK_DAYS}`,
    parts: [
      {
        kind: 'text',
        text: `${hello(order)} we returned ${formatMoney(amount)} of order ${order.orderNumber} the way you paid. ${BANK_DAYS}`,
      },
      ...(reason ? [{ kind: 'quote', text: reason } as const] : []),
      { kind: 'text', text: `In all: ${formatRefund(life) ?? ''}.` },
      { kind: 'action', label: 'See your order', href: links.status },
      { kind: 'link', label: 'Print the invoice', href: links.invoice },
    ],
  }
})

/** Payload: `{orderNumber, amount}`: money that came for an order which had fallen. */
export const paymentReturnedMail = aboutOrder(({ whole: { order }, payload, links, siteUrl }) => {
  const money = formatMoney(Number(payload.amount))
  return {
    subject: `Order ${order.orderNumber}: ${money} returned`,
    title: `${money} is on its way back`,
    preview: `Order ${order.orderNumber} does not stand, and you keep your money.`,
    parts: [
      {
        kind: 'text',
        text: `${hello(order)} ${money} reached us for order ${order.orderNumber} after the order had ended. It does not stand, and we returned all of it the way you paid. ${BANK_DAYS}`,
      },
      { kind: 'text', text: 'If you still want the tires, please order them once more.' },
      { kind: 'action', label: 'Back to the shop', href: siteUrl },
      { kind: 'link', label: 'See the order', href: links.status },
    ],
  }
})

/** `We could not …` behind a greeting; an order's name keeps its capital nowhere else. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
