/** Mails about an order after its confirmation. Each has a link to the order's own page. */

import { DRIVER_MAY_CALL } from '../../../schema/identity/location/delivery-area.ts'
import {
  ADDRESS_INVALID_MESSAGE,
  formatCancellation,
  formatRefund,
  trackingHref,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { isPartOf, parcelLines } from '../../../schema/orders/parcels/parcel-lines.ts'
import { CASH_METHOD } from '../../../schema/orders/payment.ts'
import { formatRefundArrival, formatRefundParts, formatRefundWay } from '../../../schema/orders/refund-way.ts'
import { returnDeadlines } from '../../../schema/orders/returns/return-case.ts'
import { shippedLines } from '../../../schema/orders/shipped-lines.ts'
import { isLate } from '../../../schema/orders/status/arrival.ts'
import { formatOrderDate, formatShopTime } from '../../../schema/orders/status/order-format.ts'
import { paths } from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { RETURN_SHIPPING } from '../../../schema/platform/return-terms.ts'
import { formatDay } from '../../../schema/platform/shop-calendar.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { MailBuilder } from '../../platform/mail/mail-builder.ts'
import {
  type MailBlock,
  type MailTemplate,
  notYouBlocks,
  renderMailTemplate,
} from '../../platform/mail/mail-template.mail.tsx'
import { orderLinks } from '../order-links.ts'
import { readParcelContents } from '../parcels/parcel-contents.sql.ts'
import { findDelivery, type OrderDetails, readOrderDetails } from './order-lifecycle.sql.ts'

interface MailSource {
  details: OrderDetails
  payload: Record<string, unknown>
  /** Absolute addresses. */
  links: ReturnType<typeof orderLinks>
  siteUrl: string
  db: D1Database
  now: number
}

/**
 * Returns the builder of a mail about an order as it is when the mail is sent; no mail if the buyer's data
 * was erased.
 */
export function orderMail(
  toTemplate: (source: MailSource) => MailTemplate | null | Promise<MailTemplate | null>,
): MailBuilder {
  return async (env, payload, { siteUrl, cartSecret }, now): Promise<Mail | null> => {
    const { orderNumber } = payload
    const details = typeof orderNumber === 'string' ? await readOrderDetails(env.DB, orderNumber) : null
    if (!details || details.order.email === '') return null
    const links = orderLinks(cartSecret, siteUrl, details.order.orderNumber)
    const template = await toTemplate({ details, payload, links, siteUrl, db: env.DB, now })
    return template && { to: details.order.email, ...renderMailTemplate(template, siteUrl) }
  }
}

export function greeting({ billingAddress, shippingAddress }: Order): string {
  return `Hello ${(shippingAddress ?? billingAddress).firstname},`
}

/** Builds the mail about a shipment, or, with `corrects`, about its new tracking number. Payload: `{orderNumber, carrier, trackingNumber, corrects?}`. */
export const orderShippedMail = orderMail(async ({ details: { order }, payload, links, db }) => {
  const parcel = {
    carrier: String(payload.carrier),
    trackingNumber: String(payload.trackingNumber),
    shippedAt: 0,
  }
  const corrects = payload.corrects === true
  const track = trackingHref(parcel)
  const contents = await readParcelContents(db, { orderNumber: order.orderNumber, ...parcel })
  const all = shippedLines(order).map((line) => ({ line, qty: line.qty }))
  const inParcel = contents ? parcelLines(order, contents) : all
  const isPart = contents !== null && isPartOf(order, contents)
  return {
    subject: corrects
      ? `Order ${order.orderNumber} has a new tracking number`
      : `Order ${order.orderNumber} is on its way`,
    title: corrects ? 'Your new tracking number' : 'Your order is on its way',
    preview: `${parcel.carrier} ${parcel.trackingNumber}`,
    parts: [
      {
        kind: 'text',
        text: corrects
          ? `${greeting(order)} we emailed you a wrong tracking number for a package from order ${order.orderNumber}. Sorry about that. In the package:`
          : `${greeting(order)} a package from order ${order.orderNumber} has left our warehouse:`,
      },
      ...inParcel.map(
        ({ line: { title, facts }, qty }): MailBlock => ({
          kind: 'text',
          text: [`${qty} × ${title}`, facts].filter(Boolean).join(', '),
        }),
      ),
      ...(isPart ? [{ kind: 'note', text: 'The other tires come in packages of their own.' } as const] : []),
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

/** Builds the mail about a delivery: what can be returned or reported until when. Payload: `{orderNumber}`. */
export const orderDeliveredMail = orderMail(({ details: { order, events }, links }) => {
  const deliveredAt = findDelivery(events)
  if (deliveredAt === null) return null
  const { damage, window } = returnDeadlines(deliveredAt)
  return {
    subject: `Order ${order.orderNumber} was delivered`,
    title: 'Your tires are here',
    preview: `Report damage until ${formatShopTime(damage)}. Return them until ${formatOrderDate(window)}.`,
    parts: [
      { kind: 'text', text: `${greeting(order)} order ${order.orderNumber} was delivered.` },
      {
        kind: 'text',
        text: `Look at the tires before they’re mounted. Report damage until ${formatShopTime(damage)}, with a photo. Tires that haven’t been mounted can come back until ${formatOrderDate(window)}. ${RETURN_SHIPPING}`,
      },
      { kind: 'action', label: 'Return or report a problem', href: links.returns },
      { kind: 'link', label: 'See your order', href: links.status },
    ],
  }
})

/**
 * Builds the mail about an order that has passed its promised day; none if it was delivered or canceled meanwhile.
 * Payload: `{orderNumber}`.
 */
export const orderLateMail = orderMail(({ details: { order, life, events }, links, now }) => {
  const { status, arrivesOn, orderNumber } = order
  if (arrivesOn === null || !isLate({ status, arrivesOn, deliveredAt: findDelivery(events) }, now))
    return null
  const due = formatDay(arrivesOn)
  const parcel = life.shipments.at(-1)
  const track = parcel ? trackingHref(parcel) : null
  const money = formatCancellation(life)
  return {
    subject: `Order ${orderNumber} is running late`,
    title: 'Your tires are running late',
    preview: `They were due ${due}. You don’t need to do anything.`,
    parts: [
      {
        kind: 'text',
        text: `${greeting(order)} order ${orderNumber} was due ${due} and hasn’t arrived. We’re sorry. ${
          parcel
            ? 'We’re asking the carrier where it is, and we’ll email you when it’s delivered.'
            : 'It hasn’t left our warehouse yet, and we’ll email you when it does.'
        }`,
      },
      ...(money
        ? [
            {
              kind: 'text',
              text: `Don’t want to wait? Cancel on your order’s page: ${lowerFirst(money)}`,
            } as const,
          ]
        : []),
      track
        ? { kind: 'action', label: 'Track package', href: track }
        : { kind: 'action', label: 'See your order', href: links.status },
      { kind: 'link', label: 'Already here? Say so on your order’s page', href: links.status },
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
        text: money
          ? `${money}, ${formatRefundWay(order)}. ${formatRefundArrival(order)}`
          : 'Nothing was charged.',
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
  const {
    amount,
    reason,
    credit = 0,
  } = done.find(({ id }) => id === payload.refund) ?? done.at(-1) ?? { amount: 0, reason: '' }
  const isCash = order.paymentMethod === CASH_METHOD
  const rest: MailBlock[] = [
    ...(reason ? [{ kind: 'quote', text: reason } as const] : []),
    { kind: 'text', text: `In all: ${formatRefund(life) ?? ''}.` },
    { kind: 'action', label: 'See your order', href: links.status },
    { kind: 'link', label: 'Print the invoice', href: links.invoice },
  ]
  if (credit > 0) {
    const text = formatRefundParts(order, { amount, credit })
    return {
      subject: `Order ${order.orderNumber}: ${formatMoney(credit)} of store credit`,
      title: `You have ${formatMoney(credit)} more store credit`,
      preview: text,
      parts: [
        {
          kind: 'text',
          text: `${greeting(order)} for order ${order.orderNumber} you get ${text}`,
        },
        ...rest,
      ],
    }
  }
  return {
    subject: `Order ${order.orderNumber}: ${formatMoney(amount)} refunded`,
    title: isCash ? `Your refund of ${formatMoney(amount)}` : `${formatMoney(amount)} is on its way back`,
    preview: `${formatRefund(life) ?? ''}. ${formatRefundArrival(order)}`,
    parts: [
      {
        kind: 'text',
        text: `${greeting(order)} we ${isCash ? 'refund' : 'refunded'} ${formatMoney(amount)} of order ${order.orderNumber} ${formatRefundWay(order)}. ${formatRefundArrival(order)}`,
      },
      ...rest,
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
        text: `${greeting(order)} ${money} reached us for order ${order.orderNumber} after the order had ended. The order stays closed, and we refunded all of it ${formatRefundWay(order)}. ${formatRefundArrival(order)}`,
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
