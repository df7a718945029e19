/** An order that is packed: its picked tires and its parcels (H14o). */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { BEFORE_SENT, type InspectionReport } from '../../../schema/catalog/product/product.ts'
import { salesOrder, salesOrderLine } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import type { ParcelContents } from '../../../schema/orders/parcels/parcel-lines.ts'
import type { PickState } from '../../../schema/staff/picking/pick-record.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, connect, inList } from '../../platform/drizzle.sql.ts'
import { IS_NEEDED, TIRES_TO_PACK } from '../picking/picking.sql.ts'
import { firstInspectorsOf } from '../units/inspections.sql.ts'

export interface PackedItem {
  /** The id of its pick. */
  id: number
  sku: string
  tires: number
  state: PickState
  /** Tires in parcels of the order. */
  packed: number
  name: string | null
  size: string | null
  bin: string | null
  /** 1 if a recall took it off sale after the order. */
  isRecalled: number
  /** Of a used tire. */
  report: InspectionReport | null
  /** Ids of the staff who made its first inspection, at intake or when it came back; of a set, those of all its tires. */
  firstInspectors: number[]
}

export interface Parcel {
  number: number
  carrier: string | null
  trackingNumber: string | null
  /** Pounds. */
  weight: number | null
  isSent: boolean
  contents: ParcelContents
}

export interface PackedOrder {
  orderNumber: string
  status: OrderStatus
  items: PackedItem[]
  parcels: Parcel[]
}

/** Returns the order; `null` for an unknown number. */
export async function readPackedOrder(db: D1Database, orderNumber: string): Promise<PackedOrder | null> {
  const [orders, items, parcels] = await batchOf(db, [
    sql`select status from ${salesOrder} where order_number = ${orderNumber}`,
    sql`select i.id, i.sku, iif(o.status in ('canceled', 'refunded'), i.tires, ${TIRES_TO_PACK}) as tires, i.state, p.name, p.size, u.bin, coalesce(u.state, '') = 'recalled' as isRecalled,
        p.passport as report, ${firstInspectorsOf(sql`p`)} as firstInspectors,
        (select coalesce(sum(x.tires), 0) from ${orderParcelItem} x where x.order_id = i.order_id and x.sku = i.sku) as packed
      from ${salesOrder} o join ${pickItem} i on i.order_id = o.id
      left join ${product} p on p.sku = i.sku left join ${unit} u on u.product_id = p.id
      where o.order_number = ${orderNumber} and (${IS_NEEDED} or o.status in ('canceled', 'refunded')) order by i.sku`,
    sql`select r.number, r.carrier, r.tracking_number as trackingNumber, r.weight, r.shipment_id is not null as isSent,
        (select json_group_object(x.sku, x.tires) from ${orderParcelItem} x where x.parcel_id = r.id) as contents
      from ${salesOrder} o join ${orderParcel} r on r.order_id = o.id where o.order_number = ${orderNumber} order by r.number`,
  ])
  const order = orders?.results[0]
  if (!order) return null
  return {
    orderNumber,
    status: order.status as OrderStatus,
    items: (items?.results ?? []).map((row) => ({
      ...(row as unknown as Omit<PackedItem, 'report' | 'firstInspectors'>),
      firstInspectors: JSON.parse(String(row.firstInspectors)) as number[],
      report: row.report == null ? null : (JSON.parse(String(row.report)) as InspectionReport),
    })),
    parcels: (parcels?.results ?? []).map((row) => ({
      ...(row as unknown as Omit<Parcel, 'contents' | 'isSent'>),
      isSent: row.isSent === 1,
      contents: JSON.parse(String(row.contents)) as ParcelContents,
    })),
  }
}

/** A parcel as its label names it. */
export interface AddressedParcel {
  number: number
  /** Parcels of its order. */
  parcels: number
  /** Pounds. */
  weight: number | null
}

/** Returns the packed parcels of orders by their numbers; none of orders that are canceled or refunded. */
export async function readAddressedParcels(
  db: D1Database,
  orderNumbers: readonly string[],
): Promise<ReadonlyMap<string, AddressedParcel[]>> {
  const rows = await connect(db).all<AddressedParcel & { orderNumber: string }>(sql`
    select o.order_number as orderNumber, r.number, r.weight, count(*) over (partition by o.id) as parcels
    from ${salesOrder} o join ${orderParcel} r on r.order_id = o.id
    where o.order_number in ${inList(orderNumbers)} and o.status not in ('canceled', 'refunded')
      and exists (select 1 from ${orderParcelItem} x where x.parcel_id = r.id)
    order by o.id, r.number`)
  const parcels = new Map<string, AddressedParcel[]>()
  for (const { orderNumber, ...parcel } of rows)
    parcels.set(orderNumber, [...(parcels.get(orderNumber) ?? []), parcel])
  return parcels
}

/** Returns why an order cannot be sent without scans of its tires; `null` if it can. */
export async function findShipProblem(
  db: D1Database,
  orderNumber: string,
): Promise<'recalled' | 'not-inspected' | null> {
  const [row] = await connect(db).all<{ recalled: number | null; due: number | null }>(sql`
    select max(u.state = 'recalled') as recalled, max(p.passport ->> '$.secondInspection.by' = ${BEFORE_SENT}) as due
    from ${salesOrder} o join ${salesOrderLine} l on l.order_id = o.id
    join json_each(iif(json_array_length(l.parts) = 0, json_array(json_object('stockSku', l.stock_sku)), l.parts)) part
    join ${product} p on p.sku = part.value ->> '$.stockSku' left join ${unit} u on u.product_id = p.id
    where o.order_number = ${orderNumber} and l.restocked_at is null`)
  if (row?.recalled) return 'recalled'
  return row?.due ? 'not-inspected' : null
}
