/** A customer's orders, for the list and for the page of one order. */
import type { Context } from 'hono'
import { ORDERS_PER_PAGE, type OrderListEntry, type OrdersView } from '../../../schema/account/account.api.ts'
import { isOrderNumber, type Order } from '../../../schema/orders/order.ts'
import { type Arrival, formatArrival } from '../../../schema/orders/status/arrival.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import type { OrderView } from '../../../schema/orders/status/order-view.api.ts'
import type { AppEnv } from '../../env.ts'
import { readOrderDetails } from '../../orders/life/order-lifecycle.sql.ts'
import { readOrdersOfCustomer } from '../../orders/order.sql.ts'
import { orderView } from '../../orders/status/order-view.ts'

/** Returns a page of the list. An invalid `page` gives the first page, a page after the end the last one. */
export async function readOrdersPage(
  db: D1Database,
  customerId: number,
  page: string | undefined,
  now: number,
): Promise<Omit<OrdersView, 'notice'>> {
  const requested = /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1
  const readPage = (n: number) =>
    readOrdersOfCustomer(db, customerId, { limit: ORDERS_PER_PAGE, offset: (n - 1) * ORDERS_PER_PAGE })
  const first = await readPage(requested)
  const pages = Math.max(1, Math.ceil(first.total / ORDERS_PER_PAGE))
  const shown = Math.min(requested, pages)
  const { orders } = shown === requested ? first : await readPage(shown)
  return { orders: orders.map((order) => toListEntry(order, now)), page: shown, pages, total: first.total }
}

/** Returns the view of an order; `null` for an unpaid order, an unknown one and that of another customer. */
export async function readOrderPage(
  c: Context<AppEnv>,
  customerId: number,
  orderNumber: string,
): Promise<OrderView | null> {
  if (!isOrderNumber(orderNumber)) return null
  const whole = await readOrderDetails(c.env.DB, orderNumber)
  if (whole?.order.customerId !== customerId || whole.order.status === 'pending_payment') return null
  return orderView(c, whole, Date.now())
}

/** Returns the day of an order that is on its way; the list does not read deliveries, so it leaves out the others. */
function listedArrival({ status, arrivesOn }: Order, now: number): Arrival | null {
  const isUnderway = status === 'paid' || status === 'processing' || status === 'shipped'
  return isUnderway ? formatArrival({ status, arrivesOn, deliveredAt: null }, now) : null
}

function toListEntry(order: Order, now: number): OrderListEntry {
  return {
    orderNumber: order.orderNumber,
    placed: formatOrderDate(order.placedAt),
    status: order.status,
    arrival: listedArrival(order, now),
    total: order.totals.grandTotal,
    titles: order.lines.map((line) => [line.title, line.facts].filter(Boolean).join(' ')),
  }
}
