/**
 * Orders that were placed or changed while a backup reads its pages. They are read once more at the end, all in one
 * transaction with the stock, the coupons and the mails that they changed, so that an order is whole or absent and no
 * tire is in stock that a stored order has. The history of an order only grows, so it shows which orders changed.
 */
import type { LoadableD1 } from '../load/target.ts'
import type { Table } from './database-schema.ts'
import { type Row, selectRows, toRow } from './rows.ts'

/** Tables that one order changes together, beside those with a column `order_id`. */
const SHARED = ['customer', 'stock', 'coupon', 'outbox']

/** Orders in one call; more are read in several calls first. */
const MAX_ORDERS = 200

/** The last ids before a backup reads the first order. */
export interface SalesMark {
  order: number
  event: number
  mail: number
}

/** Rows that replace those that were read in pages. */
export interface ChangedRows {
  /** Orders of which all rows are replaced. */
  orders: Set<string>
  tables: Map<string, Row[]>
}

export function isOfSale({ name, columns }: Pick<Table, 'name' | 'columns'>): boolean {
  return name === 'sales_order' || columns.includes('order_id') || SHARED.includes(name)
}

/** Returns the place of the order's id in the rows of a table; -1 for a table that orders share. */
export function orderIdPlace({ name, columns }: Pick<Table, 'name' | 'columns'>): number {
  return columns.indexOf(name === 'sales_order' ? 'id' : 'order_id')
}

export async function readSalesMark(db: LoadableD1): Promise<SalesMark> {
  const last = (table: string) => `coalesce((SELECT max(id) FROM ${table}), 0)`
  const [mark] = await db.query<SalesMark>(
    `SELECT ${last('sales_order')} AS "order", ${last('sales_order_event')} AS event, ${last('outbox')} AS mail`,
  )
  if (!mark) throw new Error('The database did not answer with its last order')
  return mark
}

function changedSince({ order, event }: SalesMark): string {
  return `SELECT id FROM sales_order WHERE id > ${order} UNION SELECT order_id FROM sales_order_event WHERE id > ${event}`
}

/** The stock pools of the lines of orders; a line that was stored before lines had parts is its own part. */
const pools = (orders: string) => `SELECT stock_sku FROM sales_order_line WHERE order_id IN (${orders})
  UNION SELECT part.value ->> '$.stockSku' FROM sales_order_line, json_each(parts) AS part WHERE order_id IN (${orders})`

/** Reads all orders that changed since `mark`. */
export async function readChangedSales(
  db: LoadableD1,
  tables: readonly Table[],
  mark: SalesMark,
): Promise<ChangedRows> {
  const ofSale = tables.filter(isOfSale)
  const changed: ChangedRows = { orders: new Set(), tables: new Map() }
  let since = mark
  for (;;) {
    const next = await readSalesMark(db)
    const ids = (await db.query<{ id: number }>(changedSince(since))).map(({ id }) => id)
    if (ids.length <= MAX_ORDERS) break
    for (let from = 0; from < ids.length; from += MAX_ORDERS) {
      const some = ids.slice(from, from + MAX_ORDERS).join(',')
      const ofOrders = ofSale.filter((table) => orderIdPlace(table) >= 0)
      const results = await db.run(ofOrders.map((table) => selectRows(table, ofOrder(table, some))))
      addRows(changed, ofOrders, results)
    }
    since = next
  }
  const all = changedSince(mark)
  const conditions: Record<string, string> = {
    customer: `id IN (SELECT customer_id FROM sales_order WHERE id IN (${all}))`,
    stock: `stock_sku IN (${pools(all)})`,
    coupon: `code IN (SELECT coupon_code FROM sales_order WHERE id IN (${all}))`,
    outbox: `id > ${mark.mail}`,
  }
  const recent = changedSince(since)
  const results = await db.run(
    ofSale.map((table) => selectRows(table, conditions[table.name] ?? ofOrder(table, recent))),
  )
  addRows(changed, ofSale, results)
  return changed
}

const ofOrder = ({ name }: Table, orders: string) =>
  `${name === 'sales_order' ? 'id' : 'order_id'} IN (${orders})`

/** Adds the rows of one call; what an earlier call read of the same orders is replaced. */
function addRows(
  { orders, tables }: ChangedRows,
  ofSale: readonly Table[],
  results: readonly (readonly object[])[],
): void {
  const read = new Map(ofSale.map((table, index) => [table.name, (results[index] ?? []).map(toRow)]))
  const [order] = ofSale.filter(({ name }) => name === 'sales_order')
  const place = order ? orderIdPlace(order) : -1
  const again = new Set((read.get('sales_order') ?? []).map((row) => row[place] ?? ''))
  for (const id of again) orders.add(id)
  for (const table of ofSale) {
    const at = orderIdPlace(table)
    const known = (tables.get(table.name) ?? []).filter((row) => at >= 0 && !again.has(row[at] ?? ''))
    tables.set(table.name, [...known, ...(read.get(table.name) ?? [])])
  }
}
