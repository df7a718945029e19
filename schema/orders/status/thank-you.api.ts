/** GET /api/ext/thank-you: the order of this browser's last cart. */
import * as v from 'valibot'
import { tireCount } from '../../cart/cart.ts'
import { TOTALS } from '../../cart/totals/totals.ts'
import { PRODUCT_TYPES } from '../../catalog/product/product.ts'
import { CHOICE } from '../../platform/choice.ts'
import { FLASH_FORM_STATE } from '../../platform/forms/flash-form-state.api.ts'
import { CENTS } from '../../platform/money.ts'
import type { Order } from '../order.ts'
import { CASH_METHOD, paymentName } from '../payment.ts'
import { formatPromise } from './arrival.ts'
import { DOWNLOAD_VIEW, type DownloadView } from './download.ts'
import { SERVICE_TIRES, serviceTires } from './service-tires.ts'

export const THANK_YOU_VIEW = v.object({
  orderNumber: v.string(),
  email: v.string(),
  lines: v.array(
    v.object({
      itemId: v.number(),
      sku: v.string(),
      type: v.picklist(PRODUCT_TYPES),
      title: v.string(),
      facts: v.string(),
      qty: v.number(),
      setqty: v.number(),
      unitPrice: CENTS,
      rowTotal: CENTS,
      choices: v.array(CHOICE),
      service: SERVICE_TIRES,
    }),
  ),
  totals: TOTALS,
  /** Tires in the order. */
  tires: v.number(),
  allVirtual: v.boolean(),
  /** The destination, one text per line; `null` when nothing is shipped. */
  shipTo: v.nullable(v.array(v.string())),
  zip: v.nullable(v.string()),
  /** `Fri, Nov 27`; `null` when nothing is shipped, and once the day has passed. */
  arrives: v.nullable(v.string()),
  payment: v.string(),
  /** Where the buyer picks the time of the mounting, and how the tires come there; `null` for an order without mounting. */
  mounting: v.nullable(v.object({ href: v.string(), note: v.string() })),
  downloads: v.array(DOWNLOAD_VIEW),
  /** Whether the order is paid with cash on delivery. */
  payLater: v.boolean(),
  /** Whether an account can be created from this order: a guest's order, and no customer is signed in. */
  offersAccount: v.boolean(),
  /** The outcome of the account form that was sent without JavaScript. */
  notice: v.nullable(FLASH_FORM_STATE),
})
export type ThankYouView = v.InferOutput<typeof THANK_YOU_VIEW>

/** Builds the view of the thank-you page. */
export function thankYouView(
  order: Order,
  downloads: DownloadView[],
  { offersAccount, mounting, now }: Pick<ThankYouView, 'offersAccount' | 'mounting'> & { now: number },
): ThankYouView {
  const to = order.shippingAddress
  return {
    orderNumber: order.orderNumber,
    email: order.email,
    lines: order.lines.map((line, _, lines) => {
      const { itemId, sku, type, title, facts, qty, setqty, unitPrice, rowTotal, choices } = line
      const service = serviceTires(line, lines)
      return { itemId, sku, type, title, facts, qty, setqty, unitPrice, rowTotal, choices, service }
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
    arrives: formatPromise(order.arrivesOn, now),
    payment: paymentName(order.paymentMethod),
    mounting,
    downloads,
    payLater: order.paymentMethod === CASH_METHOD,
    offersAccount,
    notice: null,
  }
}
