/** Finds who bought the tires with a TIN, and the TINs that somebody bought (H14t). New tires have it from their registration, used ones from their unit. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../../schema/catalog/product/product.table.ts'
import { salesOrder, salesOrderLine } from '../../../../schema/orders/order.table.ts'
import type { OrderSearch } from '../../../../schema/staff/orders/order-search.ts'
import { registration, registrationTin } from '../../../../schema/staff/safety/registration.table.ts'
import { unit } from '../../../../schema/staff/units/unit.table.ts'
import { batchOf, connect, inList } from '../../../platform/drizzle.sql.ts'
import { buyerQueries } from '../../orders/order-list.sql.ts'
import { BUYER, BUYER_NAME, IS_SOLD } from '../registrations.sql.ts'

export interface SoldTin {
  tin: string
  tires: number
  orderNumber: string
  sku: string
  title: string
  /** Milliseconds. */
  soldAt: number
  /** Empty once the shop no longer knows the buyer. */
  name: string
  city: string
  /** 1 for a tire that came back. */
  isBack: number
}

/** Rows that a search shows. */
export const FOUND_MAX = 100
/** Orders whose TINs a search for a buyer shows. */
const ORDERS_MAX = 50

const COLUMNS = sql`o.order_number as orderNumber, l.title, l.restocked_at is not null as isBack`

/** Tires of registrations whose rows fit; `t` is the TIN, `o` the order. */
function newTires(condition: SQL): SQL {
  return sql`select t.tin, t.tires, r.sku, r.sold_at as soldAt, ${COLUMNS}, ${BUYER}
    from ${registrationTin} t join ${registration} r on r.id = t.registration_id
      join ${salesOrder} o on o.id = r.order_id join ${salesOrderLine} l on l.id = r.line_id
    where ${IS_SOLD} and ${condition} order by r.sold_at desc limit ${FOUND_MAX}`
}

/** Tires with a unit of their own that were sold, alone or in a set; `u` is the unit, `o` the order. */
function usedTires(condition: SQL, from: SQL): SQL {
  return sql`select u.tin, 1 as tires, p.sku, o.placed_at as soldAt, ${COLUMNS}, ${BUYER_NAME} as name,
      coalesce(o.addresses ->> '$.billingAddress.city', '') as city
    from ${from} where u.tin is not null and ${IS_SOLD} and ${condition} order by o.placed_at desc limit ${FOUND_MAX}`
}

const BY_UNIT = sql`${unit} u join ${product} p on p.id = u.product_id left join ${product} s on s.id = u.set_id
  cross join ${salesOrderLine} l on l.sku in (p.sku, s.sku) join ${salesOrder} o on o.id = l.order_id`
const BY_ORDER = sql`${salesOrder} o join ${salesOrderLine} l on l.order_id = o.id join ${product} q on q.sku = l.sku
  cross join ${unit} u on u.product_id = q.id or u.set_id = q.id join ${product} p on p.id = u.product_id`

async function find(db: D1Database, queries: readonly SQL[]): Promise<SoldTin[]> {
  const results = await batchOf<SoldTin>(db, queries)
  return results.flatMap((result) => result.results).sort((a, b) => b.soldAt - a.soldAt)
}

/** Returns the sold tires whose TIN begins with `start`, the newest sale first. */
export function findTinBuyers(db: D1Database, start: string): Promise<SoldTin[]> {
  const begins = (column: SQL) => sql`${column} >= ${start} and ${column} < ${`${start}~`}`
  return find(db, [newTires(begins(sql`t.tin`)), usedTires(begins(sql`u.tin`), BY_UNIT)])
}

/** Returns the TINs of the newest orders of a buyer or with a number. */
export async function findTins(
  db: D1Database,
  { number, words }: Pick<OrderSearch, 'number' | 'words'>,
): Promise<SoldTin[]> {
  const queries = [
    ...buyerQueries(words),
    ...(number === null
      ? []
      : [
          sql`select id from ${salesOrder} where order_number >= ${number} and order_number < ${`${number}~`}`,
        ]),
  ]
  if (queries.length === 0) return []
  // A search by name reads all buyers, so the orders are found once for both kinds of tires.
  const found = await connect(db).all<{ id: number }>(
    sql`select id from (${sql.join(queries, sql` union `)}) order by id desc limit ${ORDERS_MAX}`,
  )
  const isFound = sql`o.id in ${inList(found.map(({ id }) => id))}`
  return found.length === 0 ? [] : find(db, [newTires(isFound), usedTires(isFound, BY_ORDER)])
}
