/** Orders that wait to be picked, and pick runs (H14). */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { LineComponent } from '../../../schema/catalog/product/line-component.ts'
import { product, productMedia } from '../../../schema/catalog/product/product.table.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { salesOrder, salesOrderEvent, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import type { PickState } from '../../../schema/staff/picking/pick-record.ts'
import { PICKED_STATUSES } from '../../../schema/staff/picking/pick-record.ts'
import { pickItem, pickRun } from '../../../schema/staff/picking/picking.table.ts'
import { bin, unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** Nothing of the order `o` was sent; only the status of a partly refunded order doesn’t say so. */
export const IS_UNSENT = sql`(o.status <> 'partly_refunded' or not exists (select 1 from ${salesOrderEvent} e
    where e.order_id = o.id and e.kind in ('shipped', 'delivered', 'canceled')))`

/** The order `o` waits for its tires in the yard. The inner query keeps SQLite at the index of statuses. */
export const WAITS_FOR_TIRES = sql`o.id in (select id from ${salesOrder} where status in ${inList(PICKED_STATUSES)}
    and shipping_method is not null)
  and ${IS_UNSENT}`

/** The order of the pick item `i` still needs it: its money wasn’t given back with restock. */
export const IS_NEEDED = sql`exists (select 1 from ${salesOrderLine} n, json_each(iif(json_array_length(n.parts) = 0,
    json_array(json_object('stockSku', n.stock_sku)), n.parts)) part
  where n.order_id = i.order_id and n.restocked_at is null and part.value ->> '$.stockSku' = i.sku)`

/** The tires of its pool that the order of the pick item `i` still needs. */
const NEEDED_TIRES = sql`(select coalesce(sum(n.qty * coalesce(part.value ->> '$.qty', 1)
    * coalesce(part.value ->> '$.setqty', n.setqty)), 0)
  from ${salesOrderLine} n, json_each(iif(json_array_length(n.parts) = 0,
    json_array(json_object('stockSku', n.stock_sku)), n.parts)) part
  where n.order_id = i.order_id and n.restocked_at is null and part.value ->> '$.stockSku' = i.sku)`

/** Tires of the pick item `i` that leave: others of its pool went back into the stock with their refund. */
export const TIRES_TO_PACK = sql`min(i.tires, ${NEEDED_TIRES})`

/** Most orders on the page; the oldest come first, so that none is forgotten. */
const MAX_ORDERS = 200

/** An order with what has to be picked for it, one entry for each stock pool. */
export interface OrderToPick {
  id: number
  orderNumber: string
  /** Milliseconds. */
  placedAt: number
  items: { sku: string; tires: number; name: string }[]
}

interface LineRow {
  id: number
  order_number: string
  placed_at: number
  title: string
  qty: number
  parts: string
  stock_sku: string
  setqty: number
  picked: string
}

/** Returns the orders that wait for tires, the oldest first; what is in a run already is left out. */
export async function readOrdersToPick(db: D1Database): Promise<OrderToPick[]> {
  const rows = await connect(db).all<LineRow>(sql`
    select o.id, o.order_number, o.placed_at, l.title, l.qty, l.parts, l.stock_sku, l.setqty,
      (select json_group_array(i.sku) from ${pickItem} i where i.order_id = o.id) as picked
    from (select o.id, o.order_number, o.placed_at from ${salesOrder} o where ${WAITS_FOR_TIRES}
      order by o.placed_at limit ${MAX_ORDERS}) o
    join ${salesOrderLine} l on l.order_id = o.id
    where l.type_id not in ('virtual', 'downloadable') and l.service is null and l.restocked_at is null
    order by o.placed_at, l.id`)
  const orders = new Map<number, OrderToPick>()
  for (const row of rows) {
    const order = orders.get(row.id) ?? {
      ...{ id: row.id, orderNumber: row.order_number, placedAt: row.placed_at, items: [] },
    }
    orders.set(row.id, order)
    const inRuns = JSON.parse(row.picked) as string[]
    for (const { sku, tires } of poolsOf(row)) {
      if (inRuns.includes(sku)) continue
      const known = order.items.find((item) => item.sku === sku)
      if (known) known.tires += tires
      else order.items.push({ sku, tires, name: row.title })
    }
  }
  return [...orders.values()].filter(({ items }) => items.length > 0)
}

/** A line of a former release has no parts. */
function poolsOf({ parts, stock_sku, setqty, qty }: LineRow): { sku: string; tires: number }[] {
  const list = JSON.parse(parts) as LineComponent[]
  return list.length === 0
    ? [{ sku: stock_sku, tires: qty * setqty }]
    : list.map((part) => ({ sku: part.stockSku, tires: qty * part.qty * part.setqty }))
}

/** Returns the number that the next run gets. */
export async function nextRunId(db: D1Database): Promise<number> {
  const [row] = await connect(db).all<{ id: number }>(
    sql`select coalesce(max(id), 0) + 1 as id from ${pickRun}`,
  )
  return row?.id ?? 1
}

/** Returns the condition that no run has this number. */
export function isRunFree(id: number): SQL {
  return sql`not exists (select 1 from ${pickRun} where id = ${id})`
}

/** Returns the statements that add a run; an item that is in another run meanwhile stays there. */
export function addRun(
  run: { id: number; staffId: number | null; now: number },
  items: readonly { orderId: number; sku: string; tires: number }[],
): SQL[] {
  return [
    sql`insert into ${pickRun} (id, staff_id, created_at) values (${run.id}, ${run.staffId}, ${run.now})`,
    sql`insert or ignore into ${pickItem} (run_id, order_id, sku, tires)
      select ${run.id}, json_extract(value, '$.orderId'), json_extract(value, '$.sku'), json_extract(value, '$.tires')
      from json_each(${JSON.stringify(items)})`,
  ]
}

/** Returns the statement that takes what an order no longer needs out of its runs; picked tires stay. */
export function removeOpenPicks(orderId: SQL, skus: readonly string[]): SQL {
  return sql`delete from ${pickItem} where order_id = ${orderId} and sku in ${inList(skus)} and state <> 'picked'`
}

/** A run that still has items to pick. */
export interface OpenRun {
  id: number
  by: string | null
  createdAt: number
  items: number
  picked: number
}

/** Returns the runs that are not finished, the newest first. */
export function readOpenRuns(db: D1Database): Promise<OpenRun[]> {
  const t = pickItem
  return connect(db)
    .select({
      id: pickRun.id,
      by: staff.name,
      createdAt: pickRun.createdAt,
      items: sql<number>`count(*)`,
      picked: sql<number>`count(*) filter (where ${t.state} = 'picked')`,
    })
    .from(t)
    .innerJoin(pickRun, eq(pickRun.id, t.runId))
    .leftJoin(staff, eq(staff.id, pickRun.staffId))
    .where(sql`${t.runId} in (select run_id from ${pickItem} where state = 'open')`)
    .groupBy(pickRun.id)
    .orderBy(sql`${pickRun.id} desc`)
}

/** One stop of the walk. */
export interface RunItem {
  id: number
  orderNumber: string
  orderStatus: OrderStatus
  sku: string
  tires: number
  state: PickState
  /** 0 once its money was given back with restock. */
  isNeeded: number
  name: string | null
  size: string | null
  /** 32nds of an inch. */
  treadDepth: number | null
  dot: string | null
  bin: string | null
  /** The name of its first photo. */
  photo: string | null
}

/** Returns the items of a run in the order of the walk; what has no bin comes last. */
export async function readRun(db: D1Database, runId: number): Promise<RunItem[]> {
  const t = pickItem
  return connect(db)
    .select({
      id: t.id,
      orderNumber: salesOrder.orderNumber,
      orderStatus: salesOrder.status,
      sku: t.sku,
      tires: t.tires,
      state: t.state,
      isNeeded: sql<number>`(select ${IS_NEEDED} from ${t} i where i.id = ${t.id})`,
      name: product.name,
      size: product.size,
      treadDepth: product.treadDepth,
      dot: product.dot,
      bin: unit.bin,
      photo: sql<
        string | null
      >`(select image from ${productMedia} where product_id = ${product.id} order by position limit 1)`,
    })
    .from(t)
    .innerJoin(salesOrder, eq(salesOrder.id, t.orderId))
    .leftJoin(product, eq(product.sku, t.sku))
    .leftJoin(unit, eq(unit.productId, product.id))
    .leftJoin(bin, eq(bin.code, unit.bin))
    .where(and(eq(t.runId, runId)))
    .orderBy(sql`${unit.bin} is null, ${bin.walk}, ${unit.bin}, ${t.sku}, ${t.id}`)
}
