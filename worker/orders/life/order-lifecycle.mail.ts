/** Mails about an order after its confirmation. Each has a link to the order's own page. */

import { DRIVER_MAY_CALL } from '../../../schema/identity/location/delivery-area.ts'
import {
  ADDRESS_INVALID_MESSAGE,
  formatRefund,
  trackingHref,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import {
  type MailBlock,
  type MailTemplate,
  notYouBlocks,
  renderMailTemplate,
} from '../../platform/mail/mail-template.mail.tsx'
import { orderLinks } from '../order-links.ts'
import { type OrderDetails, readOrderDetails } from './order-lifecycle.sql.ts'

/** How long banks take to show a refund. */
const BANK_DAYS = 'It takes banks 5 to 10 days to show it.'

interface MailSource {
  details: OrderDetails
  payload: Record<string, unknown>
  /** Absolute addresses. */
  links: { status: string; invoice: string }
  siteUrl: string
}

/**
 * Returns the builder of a mail about an order as it is when the mail is sent; no mail if the buyer's data
 * was erased.
 */
function orderMail(toTemplate: (source: MailSource) => MailTemplate): MailBuilder {
  return async (env, payload, { siteUrl, cartSecret }): Promise<Mail | null> => {
    const { orderNumber } = payload
    const details = typeof orderNumber === 'string' ? await readOrderDetails(env.DB, orderNumber) : null
    if (!details || details.order.email === '') return null
    const links = orderLinks(cartSecret, siteUrl, details.order.orderNumber)
    const template = toTemplate({ details, payload, links, siteUrl })
    return { to: details.order.email, ...renderMailTemplate(template, siteUrl) }
  }
}

function greeting({ billingAddress, shippingAddress }: Order): string {
  return `Hello ${(shippingAddress ?? billingAddress).firstname},`
}

/** Builds the mail about a shipment. Payload: `{orderNumber, carrier, trackingNumber}`. */
export const orderShippedMail = orderMail(({ details: { order }, payload, links }) => {
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
      {
        kind: 'text',
        text: `${greeting(order)} a package from order ${order.orderNumber} has left our warehouse:`,
      },
      ...order.lines.map(
        ({ qty, title, facts }): MailBlock => ({
          kind: 'text',
          text: [`${qty} × ${title}`, facts].filter(Boolean).join(', '),
        }),
      ),
      { kind: 'note', text: `Tracking number with ${parcel.carrier}:` },
      { kind: 'code', text: parcel.trackingNumber },
      track
        ? { kind: 'action', label: 'Track package', href: track }
        : { kind: 'action', label: 'See your order', href: links.status },
      ...(track ? [{ kind: 'link', label: 'See your order', href: links.status } as const] : []),
      { kind: 'note', text: DRIVER_MAY_CALL },
    ],
  }
})

/** Builds the mail about a cancellation. Payload: `{orderNumber, reason}`. */
export const orderCanceledMail = orderMail(({ details: { order, life }, payload, links, siteUrl }) => {
  const forAddress = payload.reason === 'address'
  const money = formatRefund(life)
  const why = forAddress
    ? ADDRESS_INVALID_MESSAGE
    : payload.reason === 'asked'
      ? `Order ${order.orderNumber} is canceled, as you asked.`
      : `We’re sorry: we had to cancel order ${order.orderNumber}.`
  return {
    subject: `Order ${order.orderNumber} is canceled`,
    title: 'Your order is canceled',
    preview: money ? `${money}.` : 'Nothing was charged.',
    parts: [
      { kind: 'text', text: `${greeting(order)} ${lowerFirst(why)}` },
      {
        kind: 'text',
        text: money ? `${money}, the way you paid. ${BANK_DAYS}` : 'Nothing was charged.',
      },
      forAddress
        ? { kind: 'action', label: 'Contact support', href: `${siteUrl}${paths.contacts}` }
        : { kind: 'action', label: 'See your order', href: links.status },
      ...(forAddress ? [{ kind: 'link', label: 'See your order', href: links.status } as const] : []),
      ...notYouBlocks(siteUrl),
    ],
  }
})

/**
 * Builds the mail about a refund. Payload: `{orderNumber, refund}`: the id of the refund, `null` for a refund
 * that the provider reported.
 */
export const orderRefundedMail = orderMail(({ details: { order, life }, payload, links }) => {
  const done = life.refunds.filter(({ status }) => status === 'done')
  const { amount, reason } = done.find(({ id }) => id === payload.refund) ??
    done.at(-1) ?? { amount: 0, reason: '' }
  return {
    subject: `Order ${order.orderNumber}: ${formatMoney(amount)} refunded`,
    title: `${formatMoney(amount)} is on its way back`,
    preview: `${formatRefund(life) ?? ''}. ${BANK_DAYS}`,
    parts: [
      {
        kind: 'text',
        text: `${greeting(order)} we refunded ${formatMoney(amount)} of order ${order.orderNumber} the way you paid. ${BANK_DAYS}`,
      },
      ...(reason ? [{ kind: 'quote', text: reason } as const] : []),
      { kind: 'text', text: `In all: ${formatRefund(life) ?? ''}.` },
      { kind: 'action', label: 'See your order', href: links.status },
      { kind: 'link', label: 'Print the invoice', href: links.invoice },
    ],
  }
})

/** Builds the mail about a late payment, which the shop refunded. Payload: `{orderNumber, amount}`. */
export const paymentReturnedMail = orderMail(({ details: { order }, payload, links, siteUrl }) => {
  const money = formatMoney(Number(payload.amount))
  return {
    subject: `Order ${order.orderNumber}: ${money} refunded`,
    title: `${money} is on its way back`,
    preview: `Order ${order.orderNumber} is closed, and you’ll get your money back.`,
    parts: [
      {
        kind: 'text',
        text: `${greeting(order)} ${money} reached us for order ${order.orderNumber} after the order had ended. The order stays closed, and we refunded all of it the way you paid. ${BANK_DAYS}`,
      },
      { kind: 'text', text: 'If you still want the tires, please order them again.' },
      { kind: 'action', label: 'Back to the shop', href: siteUrl },
      { kind: 'link', label: 'See the order', href: links.status },
    ],
  }
})

/** Returns a sentence that follows the greeting, so begins with a small letter. */
function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
