/** What is in the parcel with a tracking number (H14o). */
import { sql } from 'drizzle-orm'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import type { ParcelContents } from '../../../schema/orders/parcels/parcel-lines.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Returns the contents; `null` for a parcel that was not packed by scan. */
export async function readParcelContents(
  db: D1Database,
  { orderNumber, carrier, trackingNumber }: { orderNumber: string; carrier: string; trackingNumber: string },
): Promise<ParcelContents | null> {
  const rows = await connect(db).all<{ sku: string; tires: number }>(sql`
    select i.sku, i.tires from ${orderParcel} p join ${salesOrder} o on o.id = p.order_id
    join ${orderParcelItem} i on i.parcel_id = p.id
    where o.order_number = ${orderNumber} and p.carrier = ${carrier} and p.tracking_number = ${trackingNumber}`)
  return rows.length === 0 ? null : Object.fromEntries(rows.map(({ sku, tires }) => [sku, tires]))
}
