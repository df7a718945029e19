/** The mail that confirms an order: HTML, and the same content as plain text. */

import { renderToStaticMarkup } from 'react-dom/server'
import { hasMounting } from '../../schema/orders/mounting/mounting.ts'
import { mountingHref } from '../../schema/orders/mounting/mounting-paths.ts'
import type { Order } from '../../schema/orders/order.ts'
import { CARD_METHOD, CASH_METHOD, paymentTitle } from '../../schema/orders/payment.ts'
import { type DownloadView, formatDownloadsLeft } from '../../schema/orders/status/download.ts'
import { paths } from '../../schema/paths.ts'
import { formatMoney } from '../../schema/platform/money.ts'
import { CLAIM_HOURS, RETURN_NOTE } from '../../schema/platform/return-terms.ts'
import { formatDay } from '../../schema/platform/shop-calendar.ts'
import { addressLines } from './address-lines.ts'
import { DOWNLOAD_NOTE, OrderConfirmationView } from './order-confirmation-view.mail.tsx'

export interface OrderConfirmation {
  title: string
  /** The text that mail programs show beside the subject. */
  preview: string
  intro: string
  payment: string
  /** `null` when nothing is shipped. */
  arrival: string | null
  sums: [label: string, amount: string][]
  total: string
  /** Files to download, each with an absolute URL. */
  downloads: { title: string; href: string }[]
  shipTo: string[] | null
  /** `null` when it is the same as `shipTo`. */
  billTo: string[] | null
  promises: string[]
  /** The order's own page, and its invoice. */
  links: { status: string; invoice: string }
  /** Where the buyer picks the time of a paid mounting. */
  mountingHref: string | null
  returns: string
  returnsHref: string
  contactHref: string
}

interface OrderContents {
  downloads?: readonly DownloadView[]
  /** Whether a tire of the order is used: the shop's own warranty is for these only. */
  hasUsed?: boolean
}

/** Returns subject, HTML and text of the mail. `siteUrl` has no slash at its end; `links` are absolute. */
export function orderConfirmation(
  order: Order,
  siteUrl: string,
  links: OrderConfirmation['links'],
  { downloads = [], hasUsed = false }: OrderContents = {},
): { subject: string; html: string; text: string } {
  const mounting = hasMounting(order) ? mountingHref(links.status) : null
  const content = { ...toContent(order, siteUrl, { downloads, hasUsed }), links, mountingHref: mounting }
  const markup = renderToStaticMarkup(
    <OrderConfirmationView order={order} content={content} siteUrl={siteUrl} />,
  )
  return {
    subject: `Order ${order.orderNumber}: ${content.preview}`,
    html: `<!doctype html>${markup}`,
    text: toText(order, content),
  }
}

function toContent(
  order: Order,
  siteUrl: string,
  { downloads, hasUsed }: Required<OrderContents>,
): Omit<OrderConfirmation, 'links' | 'mountingHref'> {
  const { totals, arrivesOn, paymentMethod, shippingAddress, billingAddress } = order
  const shipTo = shippingAddress && addressLines(shippingAddress)
  const billTo = addressLines(billingAddress)
  const total = formatMoney(totals.grandTotal)
  const isCash = paymentMethod === CASH_METHOD
  const arrival = arrivesOn === null ? null : `Arrives ${formatDay(arrivesOn)}`
  return {
    title: 'Your order is in',
    preview: arrival ? `${arrival}. ${total}.` : total,
    intro: isCash
      ? `We have your order and we’ve set the tires aside. Please have ${total} ready for the driver.`
      : `We have your order and your payment of ${total}.`,
    payment: isCash
      ? `Cash on delivery, ${total} due`
      : paymentMethod === CARD_METHOD
        ? 'Paid by card'
        : `Paid with ${paymentTitle(paymentMethod)}`,
    arrival,
    sums: [
      ['Subtotal', formatMoney(totals.subtotal)],
      ...(totals.discount < 0
        ? [
            [
              order.couponCode === null ? 'Discount' : `Coupon ${order.couponCode}`,
              formatMoney(totals.discount),
            ] as [string, string],
          ]
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
      ...(hasUsed ? ['Two people inspected each used tire. It has a one-year warranty.'] : []),
      `One-year money back, until the tire is installed. Report a defect within ${CLAIM_HOURS} hours.`,
      'No tire from us was made before 2011.',
    ],
    returns: `${RETURN_NOTE} Start a return on your order’s page once they’re here.`,
    returnsHref: `${siteUrl}${paths.returns}`,
    contactHref: `${siteUrl}${paths.contacts}`,
  }
}

function toText(order: Order, content: OrderConfirmation): string {
  const lines = order.lines.flatMap((line) => [
    `${line.qty} x ${line.title}  ${formatMoney(line.rowTotal)}`,
    ...(line.facts ? [`    ${line.facts}`] : []),
    ...line.choices.map(({ label, value }) => `    ${label}: ${value}`),
  ])
  return [
    `${content.title}: ${order.orderNumber}`,
    content.intro,
    ...(content.arrival ? [`${content.arrival}.`] : []),
    '',
    ...lines,
    '',
    ...content.sums.map(([label, amount]) => `${label}: ${amount}`),
    `Total: ${content.total} (${content.payment})`,
    ...(content.downloads.length > 0
      ? ['', 'Your files', ...content.downloads.flatMap(({ title, href }) => [title, href]), DOWNLOAD_NOTE]
      : []),
    '',
    ...(content.mountingHref ? [`Pick your mounting time: ${content.mountingHref}`] : []),
    `See your order: ${content.links.status}`,
    `Print the invoice: ${content.links.invoice}`,
    ...(content.shipTo ? ['', 'Ship to', ...content.shipTo] : []),
    ...(content.billTo ? ['', 'Bill to', ...content.billTo] : []),
    '',
    ...content.promises,
    '',
    content.returns,
    content.returnsHref,
    '',
    `Treadline, ${content.contactHref}`,
    '',
  ].join('\n')
}
