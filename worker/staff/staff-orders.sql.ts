/** The list of orders in the back office. */
import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { customer } from '../../schema/identity/sign-in/customer.table.ts'
import { staff } from '../../schema/identity/staff/staff.table.ts'
import { orderRefund, salesOrder } from '../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../schema/orders/order.ts'
import { connect, inList } from '../platform/drizzle.sql.ts'

export interface StaffOrderLine {
  orderNumber: string
  email: string
  status: OrderStatus
  grandTotal: number
  placedAt: number
  /** Whether a refund of the order is pending or stuck. */
  hasOpenRefund: boolean
}

/** Conditions of the list; a field that is `null` or false does not filter. */
export interface StaffOrderFilter {
  status: OrderStatus | null
  /** Only orders with a pending or stuck refund. */
  hasOpenRefund: boolean
  orderNumber: string | null
  email: string | null
}

const HAS_OPEN_REFUND = sql<boolean>`exists (select 1 from ${orderRefund}
  where ${orderRefund.orderId} = ${salesOrder.id} and ${orderRefund.status} in ('pending', 'stuck'))`

/** Returns a page of orders, newest first, including unpaid attempts, and their total number. */
export async function listOrders(
  db: D1Database,
  filter: StaffOrderFilter,
  page: { limit: number; offset: number },
): Promise<{ orders: StaffOrderLine[]; total: number }> {
  const client = connect(db)
  const { orderNumber, email, status, grandTotal, placedAt } = salesOrder
  const condition = and(
    filter.status === null ? undefined : eq(status, filter.status),
    filter.orderNumber === null ? undefined : eq(orderNumber, filter.orderNumber),
    filter.email === null ? undefined : eq(email, filter.email),
    filter.hasOpenRefund ? HAS_OPEN_REFUND : undefined,
  )
  const [orders, [counted]] = await client.batch([
    client
      .select({
        orderNumber,
        email,
        status,
        grandTotal,
        placedAt,
        // Nested, because Drizzle otherwise removes the table names from its columns.
        hasOpenRefund: sql`${HAS_OPEN_REFUND}`.mapWith(Boolean),
      })
      .from(salesOrder)
      .where(condition)
      .orderBy(desc(salesOrder.id))
      .limit(page.limit)
      .offset(page.offset),
    client.select({ total: count() }).from(salesOrder).where(condition),
  ])
  return { orders, total: counted?.total ?? 0 }
}

/** Returns how actors such as `staff:17` and `customer:4` are shown: names of staff, e-mails of customers. */
export async function readActorNames(
  db: D1Database,
  actors: readonly string[],
): Promise<Map<string, string>> {
  const client = connect(db)
  const ids = (kind: string) =>
    actors.flatMap((actor) => (actor.startsWith(`${kind}:`) ? [Number(actor.slice(kind.length + 1))] : []))
  const [people, customers] = await client.batch([
    client
      .select({ id: staff.id, name: staff.name })
      .from(staff)
      .where(inArray(staff.id, inList(ids('staff')))),
    client
      .select({ id: customer.id, name: customer.email })
      .from(customer)
      .where(inArray(customer.id, inList(ids('customer')))),
  ])
  return new Map([
    ...people.map(({ id, name }) => [`staff:${id}`, name] as const),
    ...customers.map(({ id, name }) => [`customer:${id}`, name] as const),
  ])
}
