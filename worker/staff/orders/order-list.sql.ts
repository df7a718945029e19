/** The list of orders in the back office: its tabs, and the search by any part of an order (H14o). */
import { type SQL, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import {
  orderRefund,
  orderShipment,
  paymentAttempt,
  salesOrder,
  salesOrderLine,
} from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import { foldSteps, type OrderSearch } from '../../../schema/staff/orders/order-search.ts'
import type { OrderFilter, OrderTab } from '../../../schema/staff/orders/order-tabs.ts'
import { orderAssignee, orderTag } from '../../../schema/staff/orders/order-work.table.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { IS_TO_PACK, IS_TO_SEND } from '../packing/packing-queue.sql.ts'
import { WAITS_FOR_TIRES } from '../picking/picking.sql.ts'

const ORDERS_PER_PAGE = 50

export interface ListedOrder {
  id: number
  orderNumber: string
  email: string
  /** The buyer's name; empty once their data was erased. */
  name: string
  status: OrderStatus
  grandTotal: number
  /** Milliseconds. */
  placedAt: number
  /** 1 if a refund of the order is pending or stuck. */
  hasOpenRefund: number
  tags: string[]
  /** Who looks after it; `null` for nobody. */
  assignee: string | null
}

export interface OrderPage {
  /** Newest first. */
  orders: ListedOrder[]
  /** The id that the next page begins below; `null` on the last page. */
  next: number | null
}

/** Returns a page of orders, including unpaid attempts. */
export async function listOrders(
  db: D1Database,
  { tab, search, before, tag, assignee }: Omit<OrderFilter, 'q'> & { search: OrderSearch | null },
): Promise<OrderPage> {
  const conditions = [
    sql`true`,
    ...tabCondition(tab),
    ...(search ? [sql`o.id in (${unionOf(searchQueries(search))})`] : []),
    ...(tag === '' ? [] : [sql`o.id in (select order_id from ${orderTag} where tag = ${tag})`]),
    ...(assignee === null
      ? []
      : [sql`o.id in (select order_id from ${orderAssignee} where staff_id = ${assignee})`]),
    ...(before === null ? [] : [sql`o.id < ${before}`]),
  ]
  const rows = await connect(db).all<Omit<ListedOrder, 'tags'> & { tags: string }>(sql`
    select o.id, o.order_number as orderNumber, o.email, o.status, o.grand_total as grandTotal, o.placed_at as placedAt,
      trim(coalesce(o.addresses ->> '$.shippingAddress.firstname', o.addresses ->> '$.billingAddress.firstname', '') || ' ' ||
        coalesce(o.addresses ->> '$.shippingAddress.lastname', o.addresses ->> '$.billingAddress.lastname', '')) as name,
      exists (select 1 from ${orderRefund} r where r.order_id = o.id and r.status in ('pending', 'stuck')) as hasOpenRefund,
      (select json_group_array(t.tag) from ${orderTag} t where t.order_id = o.id) as tags,
      (select s.name from ${orderAssignee} a join ${staff} s on s.id = a.staff_id where a.order_id = o.id) as assignee
    from ${salesOrder} o where ${sql.join(conditions, sql` and `)}
    order by o.id desc limit ${ORDERS_PER_PAGE + 1}`)
  const last = rows.length > ORDERS_PER_PAGE ? rows[ORDERS_PER_PAGE - 1] : undefined
  const orders = rows
    .slice(0, ORDERS_PER_PAGE)
    .map((row) => ({ ...row, tags: (JSON.parse(row.tags) as string[]).sort() }))
  return { orders, next: last?.id ?? null }
}

const IS_PICKED = sql`exists (select 1 from ${pickItem} i where i.order_id = o.id)
  and not exists (select 1 from ${pickItem} i where i.order_id = o.id and i.state <> 'picked')`

const withStatus = (status: OrderStatus) =>
  sql`o.id in (select id from ${salesOrder} where status = ${status})`

const TABS: Readonly<Record<OrderTab, readonly SQL[]>> = {
  all: [],
  pick: [WAITS_FOR_TIRES, sql`not (${IS_PICKED})`],
  pack: [IS_TO_PACK],
  send: [IS_TO_SEND],
  sent: [withStatus('shipped')],
  money: [withStatus('pending_payment')],
  returns: [
    sql`o.id in (select order_id from ${returnCase} where state in ('requested', 'approved', 'received'))`,
  ],
  refunds: [sql`o.id in (select order_id from ${orderRefund} where status in ('pending', 'stuck'))`],
  canceled: [withStatus('canceled')],
}

function tabCondition(tab: OrderTab): readonly SQL[] {
  return TABS[tab]
}

/** Most parts of one union in D1. */
const UNION_MAX = 5

function unionOf(queries: readonly SQL[]): SQL {
  if (queries.length <= UNION_MAX) return sql.join([...queries], sql` union `)
  const groups = [queries.slice(0, UNION_MAX), queries.slice(UNION_MAX)]
  return sql.join(
    groups.map((group) => sql`select * from (${unionOf(group)})`),
    sql` union `,
  )
}

const fold = (text: SQL, steps: readonly (readonly [letter: string, plain: string])[]) =>
  steps.reduce(
    (folded, [letter, plain]) => sql`replace(${folded}, ${sql.raw(`'${letter}', '${plain}'`)})`,
    text,
  )

/**
 * Returns the query of the buyers with letters beyond ASCII, who are few, by their names without accents. The letters are replaced in
 * two steps, because an expression of D1 is at most 100 calls deep.
 */
function accentQuery(words: readonly string[]): SQL {
  const steps = foldSteps()
  const half = steps.length / 2
  const found = words.map((word) => sql`instr(${fold(sql`name`, steps.slice(half))}, ${word}) > 0`)
  return sql`select id from (select id, ${fold(sql`lower(person)`, steps.slice(0, half))} as name
      from ${salesOrder} indexed by sales_order_person where length(person) <> length(cast(person as blob)) limit -1)
    where ${sql.join(found, sql` and `)}`
}

/** Returns the queries of the ids of orders whose buyer has all the words in name, email or phone; none without words. */
export function buyerQueries(words: readonly string[]): SQL[] {
  if (words.length === 0) return []
  const inPerson = words.map((word) => sql`instr(lower(person), ${word}) > 0`)
  return [
    sql`select id from ${salesOrder} indexed by sales_order_person where ${sql.join(inPerson, sql` and `)}`,
    accentQuery(words),
  ]
}

/** Returns the queries of the ids of orders that fit one meaning of the search; each reads one index. */
function searchQueries({ number, words, skus, tracking, lastFour, amount }: OrderSearch): SQL[] {
  return [
    sql`select id from ${salesOrder} where false`,
    ...buyerQueries(words),
    ...(number === null
      ? []
      : [
          sql`select id from ${salesOrder} where order_number >= ${number} and order_number < ${`${number}~`}`,
        ]),
    ...(skus.length === 0
      ? []
      : [
          sql`select order_id from ${salesOrderLine} where sku in ${inList(skus)}`,
          sql`select order_id from ${salesOrderLine} where stock_sku in ${inList(skus)}`,
          // Lines of several parts are few, and have an index of their own.
          sql`select order_id from ${salesOrderLine} indexed by sales_order_line_parts where json_array_length(parts) > 1
            and exists (select 1 from json_each(parts) part where part.value ->> '$.stockSku' in ${inList(skus)}
              or part.value ->> '$.sku' in ${inList(skus)})`,
        ]),
    ...(tracking === null
      ? []
      : [
          sql`select order_id from ${orderShipment} indexed by order_shipment_tracking
            where instr(tracking_number, ${tracking}) > 0`,
        ]),
    ...(lastFour === null
      ? []
      : [sql`select order_id from ${paymentAttempt} where card_last4 = ${lastFour}`]),
    ...(amount === null
      ? []
      : [sql`select id from ${salesOrder} where grand_total between ${amount.from} and ${amount.until}`]),
  ]
}
