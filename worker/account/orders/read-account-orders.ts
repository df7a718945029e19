/** A customer's orders, as the list and the page of one show them. */
import type { Context } from 'hono'
import type { OrderListEntry, OrdersView } from '../../../schema/account/account.api.ts'
import { ORDERS_PER_PAGE } from '../../../schema/account/account.api.ts'
import { isOrderNumber, type Order } from '../../../schema/orders/order.ts'
import { formatOrderDate } from '../../../schema/orders/status/order-format.ts'
import type { OrderView } from '../../../schema/orders/status/order-view.api.ts'
import type { AppEnv } from '../../env.ts'
import { readWholeOrder } from '../../orders/life/order-lifecycle.sql.ts'
import { readOrdersOfCustomer } from '../../orders/order.sql.ts'
import { orderView } from '../../orders/status/order-view.ts'

/** `page` as the address has it; what is no page is the first, what is past the end is the last. */
export async function readOrdersPage(
  db: D1Database,
  customerId: number,
  page: string | undefined,
): Promise<Omit<OrdersView, 'notice'>> {
  const asked = /^[1-9]\d{0,5}$/.test(page ?? '') ? Number(page) : 1
  const pageOf = (n: number) =>
    readOrdersOfCustomer(db, customerId, { limit: ORDERS_PER_PAGE, offset: (n - 1) * ORDERS_PER_PAGE })
  const first = await pageOf(asked)
  const pages = Math.max(1, Math.ceil(first.total / ORDERS_PER_PAGE))
  const shown = Math.min(asked, pages)
  const { orders } = shown === asked ? first : await pageOf(shown)
  return { orders: orders.map(briefOf), page: shown, pages, total: first.total }
}

/** `null` for an order that is not this customer's, or never stood. */
export async function readOrderPage(
  c: Context<AppEnv>,
  customerId: number,
  orderNumber: string,
): Promise<OrderView | null> {
  if (!isOrderNumber(orderNumber)) return null
  const whole = await readWholeOrder(c.env.DB, orderNumber)
  if (whole?.order.customerId !== customerId || whole.order.status === 'pending_payment') return null
  return orderView(c, whole, Date.now())
}

function briefOf(order: Order): OrderListEntry {
  return {
    orderNumber: order.orderNumber,
    placed: formatOrderDate(order.placedAt),
    status: order.status,
    total: order.totals.grandTotal,
    titles: order.lines.map((line) => [line.title, line.facts].filter(Boolean).join(' ')),
  }
}
