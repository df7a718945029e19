/** The mail that says an order stands: HTML for every mail program, and the same as plain text. */

import { renderToStaticMarkup } from 'react-dom/server'
import type { WireAddress } from '../../schema/identity/location/address.ts'
import { extraLines } from '../../schema/identity/location/extra-fields.ts'
import type { Order } from '../../schema/orders/order.ts'
import { CARD_METHOD, CASH_METHOD, paymentTitle } from '../../schema/orders/payment.ts'
import { type DownloadView, formatDownloadsLeft } from '../../schema/orders/status/download.ts'
import { RETURN_WINDOW_DAYS } from '../../schema/orders/status/order-format.ts'
import { paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { formatDay } from '../../schema/platform/shop-calendar.ts'
import { DOWNLOAD_NOTE, OrderConfirmationView } from './order-confirmation-view.mail.tsx'

export interface OrderConfirmation {
  title: string
  /** The line that mail programs show beside the subject. */
  preview: string
  intro: string
  payment: string
  /** `null` when nothing is sent by parcel. */
  arrival: string | null
  sums: [label: string, amount: string][]
  total: string
  /** Files to fetch, each with an absolute address. */
  downloads: { title: string; href: string }[]
  shipTo: string[] | null
  /** `null` when that is said by `shipTo` already. */
  billTo: string[] | null
  promises: string[]
  /** The order's own page, and its invoice. */
  links: { status: string; invoice: string }
  returns: string
  returnsHref: string
  contactHref: string
}

/** Subject, HTML and text. `siteUrl` has no slash at its end; `links` are absolute. */
export function orderConfirmation(
  order: Order,
  siteUrl: string,
  links: OrderConfirmation['links'],
  downloads: readonly DownloadView[] = [],
): { subject: string; html: string; text: string } {
  const words = { ...wordsOf(order, siteUrl, downloads), links }
  const markup = renderToStaticMarkup(<OrderConfirmationView order={order} words={words} siteUrl={siteUrl} />)
  return {
    subject: `Order ${order.orderNumber}: ${words.preview}`,
    html: `<!doctype html>${markup}`,
    text: textOf(order, words),
  }
}

function wordsOf(
  order: Order,
  siteUrl: string,
  downloads: readonly DownloadView[],
): Omit<OrderConfirmation, 'links'> {
  const { totals, arrivesOn, paymentMethod, shippingAddress, billingAddress } = order
  const shipTo = shippingAddress && addressLines(shippingAddress)
  const billTo = addressLines(billingAddress)
  const total = formatMoney(totals.grandTotal)
  const inCash = paymentMethod === CASH_METHOD
  const arrival = arrivesOn === null ? null : `Arrives ${formatDay(arrivesOn)}`
  return {
    title: 'Your order is in',
    preview: arrival ? `${arrival}. ${total}.` : total,
    intro: inCash
      ? `We have your order and set the tires aside. Have ${total} ready for the driver.`
      : `We have your order and your payment of ${total}.`,
    payment: inCash
      ? `Cash on delivery, ${total} due`
      : paymentMethod === CARD_METHOD
        ? 'Paid by card'
        : `Paid with ${paymentTitle(paymentMethod)}`,
    arrival,
    sums: [
      ['Subtotal', formatMoney(totals.subtotal)],
      ...(totals.discount < 0
        ? [[`Coupon ${order.couponCode ?? ''}`.trim(), formatMoney(totals.discount)] as [string, string]]
        : []),
      ['Shipping', totals.shipping === 0 ? 'Free' : formatMoney(totals.shipping)],
      ...totals.fees.map((fee): [string, string] => [fee.title, formatMoney(fee.amount)]),
      ['Tax', formatMoney(totals.tax)],
    ],
    total,
    downloads: downloads.flatMap(({ title, href, left }) =>
      href
        ? [{ title: left === null ? title : `${title}, ${formatDownloadsLeft(left)}`, href: siteUrl + href }]
        : [],
    ),
    shipTo,
    billTo: shipTo?.join() === billTo.join() ? null : billTo,
    promises: [
      'Two people inspected each used tire. It has a one-year warranty.',
      'Your money back for one year, until the tire is installed. Report a defect within 48 hours.',
      'No tire from us was made before 2011.',
    ],
    returns: `You have ${RETURN_WINDOW_DAYS} days to send a tire back. Reply to this mail with the order number and we tell you where to send it.`,
    returnsHref: `${siteUrl}${paths.returns}`,
    contactHref: `${siteUrl}${paths.contacts}`,
  }
}

function addressLines(address: WireAddress): string[] {
  const { firstname, lastname, street, city, regionCode, region, postcode } = address
  const extras = extraLines(address)
  return [
    `${firstname} ${lastname}`,
    ...extras.below,
    ...street,
    `${city}, ${regionCode || region} ${postcode}`,
    ...extras.end,
  ].filter((line) => line.trim() !== '')
}

function textOf(order: Order, words: OrderConfirmation): string {
  const lines = order.lines.flatMap((line) => [
    `${line.qty} x ${line.title}  ${formatMoney(line.rowTotal)}`,
    ...(line.facts ? [`    ${line.facts}`] : []),
    ...line.choices.map(({ label, value }) => `    ${label}: ${value}`),
  ])
  return [
    `${words.title}: ${order.orderNumber}`,
    words.intro,
    ...(words.arrival ? [`${words.arrival}.`] : []),
    '',
    ...lines,
    '',
    ...words.sums.map(([label, amount]) => `${label}: ${amount}`),
    `Total: ${words.total} (${words.payment})`,
    ...(words.downloads.length > 0
      ? ['', 'Your files', ...words.downloads.flatMap(({ title, href }) => [title, href]), DOWNLOAD_NOTE]
      : []),
    '',
    `See your order: ${words.links.status}`,
    `Print the invoice: ${words.links.invoice}`,
    ...(words.shipTo ? ['', 'Goes to', ...words.shipTo] : []),
    ...(words.billTo ? ['', 'Billed to', ...words.billTo] : []),
    '',
    ...words.promises,
    '',
    words.returns,
    words.returnsHref,
    '',
    `Treadline, ${words.contactHref}`,
    '',
  ].join('\n')
}
