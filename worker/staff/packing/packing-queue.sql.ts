/** Which orders wait to be packed, to be sent, or for their tires to be put back (H14o). */
import { sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { IS_NEEDED, TIRES_TO_PACK, WAITS_FOR_TIRES } from '../picking/picking.sql.ts'

/** Most orders of each list; the oldest come first, so that none is forgotten. */
const MAX_ORDERS = 200

const PACKED = sql`(select coalesce(sum(x.tires), 0) from ${orderParcelItem} x where x.order_id = i.order_id and x.sku = i.sku)`

/**
 * The order `o` is picked as a whole and not packed yet. Once an order is shipped, it waits only if its tires leave in parcels: others
 * were sent without a scan.
 */
export const IS_TO_PACK = sql`((${WAITS_FOR_TIRES}) or o.id in (select p.order_id from ${orderParcel} p join ${salesOrder} s on s.id = p.order_id
      where s.status in ('shipped', 'partly_refunded')))
  and exists (select 1 from ${pickItem} i where i.order_id = o.id and i.state = 'picked' and ${TIRES_TO_PACK} > ${PACKED} and ${IS_NEEDED})
  and not exists (select 1 from ${pickItem} i where i.order_id = o.id and i.state <> 'picked')`

/** The order `o` has a packed parcel in the yard. */
export const IS_TO_SEND = sql`o.id in (select p.order_id from ${orderParcel} p where p.shipment_id is null
    and exists (select 1 from ${orderParcelItem} x where x.parcel_id = p.id))
  and o.status not in ('canceled', 'refunded')`

/** The order `o` ended after its tires were picked. */
const IS_TO_PUT_BACK = sql`o.id in (select i.order_id from ${pickItem} i where i.state = 'picked')
  and o.status in ('canceled', 'refunded') and not exists (select 1 from ${orderParcel} p where p.order_id = o.id and p.shipment_id is not null)
  and not exists (select 1 from order_shipment s where s.order_id = o.id)`

export interface QueuedOrder {
  orderNumber: string
  /** Milliseconds. */
  placedAt: number
  /** Tires that were picked. */
  tires: number
}

export interface PackingQueue {
  toPack: QueuedOrder[]
  toSend: QueuedOrder[]
  toPutBack: QueuedOrder[]
}

/** Returns the orders that wait, the oldest first. */
export async function readPackingQueue(db: D1Database): Promise<PackingQueue> {
  const list = (condition: typeof IS_TO_PACK) =>
    connect(db).all<QueuedOrder>(sql`select o.order_number as orderNumber, o.placed_at as placedAt,
        (select coalesce(sum(tires), 0) from ${pickItem} i where i.order_id = o.id and i.state = 'picked') as tires
      from ${salesOrder} o where ${condition} order by o.placed_at limit ${MAX_ORDERS}`)
  const [toPack, toSend, toPutBack] = await Promise.all([
    list(IS_TO_PACK),
    list(IS_TO_SEND),
    list(IS_TO_PUT_BACK),
  ])
  return { toPack, toSend, toPutBack }
}

/** Returns the oldest order that waits for a picked tire with one of these numbers. */
export async function findOrderOfTire(db: D1Database, skus: readonly string[]): Promise<string | null> {
  const [row] = await connect(db).all<{ order_number: string }>(sql`
    select o.order_number from ${pickItem} i join ${salesOrder} o on o.id = i.order_id
    where i.state = 'picked' and upper(i.sku) in ${inList(skus)} and ${TIRES_TO_PACK} > ${PACKED}
      and o.status not in ('canceled', 'refunded', 'delivered') and ${IS_NEEDED}
    order by o.placed_at limit 1`)
  return row?.order_number ?? null
}
