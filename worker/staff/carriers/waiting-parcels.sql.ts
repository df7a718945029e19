/** Packed parcels that wait in the yard, with what a carrier's program needs of them (H14o). */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { Order } from '../../../schema/orders/order.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import type { ParcelContents } from '../../../schema/orders/parcels/parcel-lines.ts'
import type { WaitingParcel } from '../../../schema/staff/carriers/carrier-file.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { IS_TO_SEND } from '../packing/packing-queue.sql.ts'

/** Most parcels of one file. */
const MAX_PARCELS = 200

interface Row extends Omit<WaitingParcel, 'contents' | 'sizes' | 'address'> {
  contents: string
  sizes: string
  address: string | null
}

/** Returns the parcels, those of the oldest orders first. */
export async function readWaitingParcels(db: D1Database): Promise<WaitingParcel[]> {
  const rows = await connect(db).all<Row>(sql`
    select o.order_number as orderNumber, r.number, r.carrier, r.tracking_number as trackingNumber, r.weight,
      (select count(*) from ${orderParcel} a where a.order_id = o.id
        and exists (select 1 from ${orderParcelItem} x where x.parcel_id = a.id)) as parcels,
      (select json_group_object(x.sku, x.tires) from ${orderParcelItem} x where x.parcel_id = r.id) as contents,
      (select json_group_object(x.sku, p.size) from ${orderParcelItem} x left join ${product} p on p.sku = x.sku
        where x.parcel_id = r.id) as sizes,
      o.addresses ->> '$.shippingAddress' as address,
      (select max(a.at) from ${auditLog} a where a.record = 'parcel' and a.kind = 'print'
        and a.record_id = o.order_number || '.' || r.number) as filedAt
    from ${salesOrder} o join ${orderParcel} r on r.order_id = o.id
    where ${IS_TO_SEND} and r.shipment_id is null
      and exists (select 1 from ${orderParcelItem} x where x.parcel_id = r.id)
    order by o.placed_at, r.number limit ${MAX_PARCELS}`)
  return rows.map((row) => ({
    ...row,
    contents: JSON.parse(row.contents) as ParcelContents,
    sizes: JSON.parse(row.sizes) as Record<string, string | null>,
    address: row.address === null ? null : (JSON.parse(row.address) as Order['shippingAddress']),
  }))
}
