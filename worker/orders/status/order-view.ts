/** The view of an order for its buyer, in the account and on the order's own page. */
import type { Context } from 'hono'
import { tireCount } from '../../../schema/cart/cart.ts'
import { isViewable, type Product } from '../../../schema/catalog/product/product.ts'
import { fittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import { formatPayment, formatReturned } from '../../../schema/orders/credit/credit-format.ts'
import {
  ADDRESS_INVALID_MESSAGE,
  canConfirmArrival,
  formatCancellation,
  formatLifecycle,
  isCancellationPending,
  ORDER_ACTION_MESSAGES,
  trackingHref,
} from '../../../schema/orders/life/order-lifecycle.ts'
import type { Order } from '../../../schema/orders/order.ts'
import {
  type ReturnCase,
  returnBarrier,
  returnDeadlines,
  returnReference,
} from '../../../schema/orders/returns/return-case.ts'
import { formatReturnUntil, RETURN_STATE_LABELS } from '../../../schema/orders/returns/return-format.ts'
import { formatArrival } from '../../../schema/orders/status/arrival.ts'
import { formatOrderDate, formatOrderEvent } from '../../../schema/orders/status/order-format.ts'
import type { OrderView } from '../../../schema/orders/status/order-view.api.ts'
import { serviceTires } from '../../../schema/orders/status/service-tires.ts'
import {
  invoiceHref,
  orderStatusHref,
  productHref,
  returnCaseHref,
  returnHref,
} from '../../../schema/paths.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import { productPicture } from '../../catalog/images/product-picture.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import type { AppEnv } from '../../env.ts'
import { addressLines } from '../address-lines.ts'
import { readCreditParts } from '../credit/credit.sql.ts'
import type { OrderEvent } from '../life/order-event.sql.ts'
import { findDelivery, type OrderDetails } from '../life/order-lifecycle.sql.ts'
import { mountingView } from '../mounting/mounting-view.ts'
import { signOrderLink } from '../order-signature.ts'
import { readReturns } from '../returns/return.sql.ts'
import { readOrderDownloads } from './order-downloads.ts'

/** Returns the view of an order; the caller has checked that the request is the buyer's. */
export async function orderView(c: Context<AppEnv>, details: OrderDetails, now: number): Promise<OrderView> {
  const { order, life, events } = details
  const { DB } = c.env
  const { cartSecret } = c.get('config')
  const { orderNumber, shippingAddress: to } = order
  const proof = signOrderLink(cartSecret, orderNumber)
  const statusHref = orderStatusHref(orderNumber, proof)
  // An order without a delivery has no cases.
  const wasDelivered = events.some(({ kind }) => kind === 'delivered')
  const reading = wasDelivered ? readReturns(DB, orderNumber) : Promise.resolve([])
  const [products, downloads, cases, mounting, credit] = await Promise.all([
    findProducts(DB, [
      ...new Set(order.lines.flatMap(({ sku, parts }) => [sku, ...parts.map((part) => part.sku)])),
    ]),
    readOrderDownloads(DB, cartSecret, order, now),
    reading,
    mountingView(DB, details, { statusHref, cases: reading }, now),
    readCreditParts(DB, order.email || orderNumber),
  ])
  const deliveredAt = findDelivery(events)
  return {
    orderNumber,
    placed: formatOrderDate(order.placedAt),
    status: order.status,
    statusWords: formatLifecycle(life),
    warning: warningOf(life, events),
    lines: order.lines.map((line) => ({
      ...lineView(line, products),
      service: serviceTires(line, order.lines),
    })),
    totals: order.totals,
    returned: formatReturned(life, credit),
    tires: tireCount(order),
    allVirtual: to === null,
    shipTo: to && addressLines(to),
    billTo: addressLines(order.billingAddress),
    zip: to?.postcode ?? null,
    payment: formatPayment(life),
    arrival: formatArrival(
      { ...order, status: life.wasCanceled ? 'canceled' : order.status, deliveredAt },
      now,
    ),
    canConfirmArrival: canConfirmArrival(life),
    downloads,
    events: events.flatMap((event) => eventView(event, life)),
    cancel: formatCancellation(life),
    ...returnsView({ order, life, cases, deliveredAt, statusHref, now }),
    mounting,
    statusHref,
    invoiceHref: invoiceHref(orderNumber, proof),
  }
}

/** Returns the parts of the view about returns. */
function returnsView(about: {
  order: Order
  life: OrderDetails['life']
  cases: readonly ReturnCase[]
  deliveredAt: number | null
  statusHref: string
  now: number
}): Pick<OrderView, 'returnHref' | 'returnUntil' | 'returns'> {
  const { order, life, cases, deliveredAt, statusHref, now } = about
  const isOpen =
    deliveredAt !== null && returnBarrier({ lines: order.lines, cases, life }, { deliveredAt, now }) === null
  return {
    returnHref: isOpen ? returnHref(statusHref) : null,
    returnUntil: isOpen ? formatReturnUntil(returnDeadlines(deliveredAt), now) : null,
    returns: cases.map(({ number, state }) => ({
      reference: returnReference(order.orderNumber, number),
      words: RETURN_STATE_LABELS[state],
      href: returnCaseHref(statusHref, number),
    })),
  }
}

function warningOf(life: OrderDetails['life'], events: readonly OrderEvent[]): string | null {
  if (isCancellationPending(life) && !life.wasCanceled) return ORDER_ACTION_MESSAGES.canceling
  const canceled = events.find(({ kind }) => kind === 'canceled')
  return canceled?.detail?.text === 'address' ? ADDRESS_INVALID_MESSAGE : null
}

/** Returns an event of the history for the buyer; an empty list for an internal event. */
function eventView(
  { kind, detail, at }: OrderEvent,
  { shipments }: OrderDetails['life'],
): OrderView['events'] {
  const label = formatOrderEvent(kind)
  if (label === null) return []
  const { carrier, trackingNumber, amount } = detail ?? {}
  const more =
    carrier && trackingNumber ? `${carrier} ${trackingNumber}` : amount ? formatMoney(amount) : null
  // A number that was corrected since leads nowhere.
  const parcel = shipments.find((one) => one.carrier === carrier && one.trackingNumber === trackingNumber)
  const track = parcel ? trackingHref(parcel) : null
  return [{ at: formatOrderDate(at), words: more ? `${label}: ${more}` : label, track }]
}

function lineView(
  line: Order['lines'][number],
  products: ReadonlyMap<string, Product>,
): Omit<OrderView['lines'][number], 'service'> {
  const product = products.get(line.sku)
  const { itemId, sku, parentSku, title, facts, choices, qty, setqty, unitPrice, rowTotal } = line
  const hasPage = product !== undefined && (parentSku !== null || isViewable(product))
  return {
    itemId,
    title,
    facts,
    choices,
    qty,
    setqty,
    unitPrice,
    rowTotal,
    fitting: line.parts.flatMap((part) => {
      const tire = products.get(part.sku)?.tire
      return tire ? [fittingTire(tire)] : []
    }),
    href: hasPage ? productHref({ sku, parentSku, slug: product.slug }) : null,
    picture: product ? (productPicture(product)?.src ?? null) : null,
  }
}
