/** GET /api/ext/thank-you: the order that this browser's cart became, as its buyer may see it. */
import { tireCount } from '../domain/cart.ts'
import { formatDay } from '../domain/delivery.ts'
import type { DownloadView } from '../domain/download.ts'
import type { Order, OrderLine } from '../domain/order.ts'
import { CASH_METHOD, paymentTitle } from '../domain/payment.ts'
import type { Totals } from '../domain/totals.ts'

export interface ThankYouView {
  orderNumber: string
  email: string
  lines: Pick<
    OrderLine,
    'itemId' | 'sku' | 'type' | 'title' | 'facts' | 'qty' | 'setqty' | 'unitPrice' | 'rowTotal' | 'choices'
  >[]
  totals: Totals
  /** Tires in the order. */
  tires: number
  allVirtual: boolean
  /** Where it goes, a line each; `null` when nothing is sent by parcel. */
  shipTo: string[] | null
  zip: string | null
  /** `Fri, Nov 27`; `null` when nothing is sent by parcel. */
  arrives: string | null
  payment: string
  /** Files to fetch. */
  downloads: DownloadView[]
  /** To be paid at the door. */
  payLater: boolean
}

export function thankYouView(order: Order, downloads: DownloadView[]): ThankYouView {
  const to = order.shippingAddress
  return {
    orderNumber: order.orderNumber,
    email: order.email,
    lines: order.lines.map((line) => {
      const { itemId, sku, type, title, facts, qty, setqty, unitPrice, rowTotal, choices } = line
      return { itemId, sku, type, title, facts, qty, setqty, unitPrice, rowTotal, choices }
    }),
    totals: order.totals,
    tires: tireCount(order),
    allVirtual: to === null,
    shipTo: to && [
      `${to.firstname} ${to.lastname}`,
      to.street.join(', '),
      `${to.city}, ${to.region} ${to.postcode}`,
    ],
    zip: to?.postcode ?? null,
    arrives: order.arrivesOn === null ? null : formatDay(order.arrivesOn),
    payment: paymentTitle(order.paymentMethod),
    downloads,
    payLater: order.paymentMethod === CASH_METHOD,
  }
}
