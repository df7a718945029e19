/** Parcels of orders in D1 as records that staff change (H14o). */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { BEFORE_SENT } from '../../../schema/catalog/product/product.ts'
import { orderShipment, salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import type { ParcelContents } from '../../../schema/orders/parcels/parcel-lines.ts'
import {
  evaluateParcel,
  NEW_PARCEL,
  PARCEL_ID,
  PARCEL_PATCH,
  type ParcelFacts,
  type ParcelPatch,
  type ParcelValues,
  sortedContents,
} from '../../../schema/staff/packing/parcel-record.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'
import { IS_NEEDED, TIRES_TO_PACK } from '../picking/picking.sql.ts'

interface Row {
  status: OrderStatus
  version: number | null
  carrier: string | null
  tracking_number: string | null
  weight: number | null
  shipment_id: number | null
  contents: string
  elsewhere: string
  picked: string
  taken_by: string | null
  is_shipped: number
  recalled: string
  uninspected: string
}

function split(id: string): { orderNumber: string; number: number } {
  const [orderNumber = '', number = ''] = id.split('.')
  return { orderNumber, number: Number(number) }
}

/** The parcel `p` of the order `o`. */
function isParcel(id: string): SQL {
  const { orderNumber, number } = split(id)
  return sql`o.order_number = ${orderNumber} and p.number = ${number}`
}

const parse = (text: string) => sortedContents(JSON.parse(text) as ParcelContents)

export const PARCEL_RECORD: RecordKind<ParcelValues, ParcelPatch, ParcelFacts> = {
  id: PARCEL_ID,
  patch: PARCEL_PATCH,
  async read(db, id, patch) {
    const { orderNumber, number } = split(id)
    const wanted = patch.trackingNumber ?? null
    const [row] = await connect(db).all<Row>(sql`
      select o.status, p.version, p.carrier, p.tracking_number, p.weight, p.shipment_id,
        (select json_group_object(sku, tires) from ${orderParcelItem} where parcel_id = p.id) as contents,
        (select json_group_object(sku, tires) from (select sku, sum(tires) as tires from ${orderParcelItem}
          where order_id = o.id and parcel_id is not p.id group by sku)) as elsewhere,
        (select json_group_object(i.sku, ${TIRES_TO_PACK}) from ${pickItem} i where i.order_id = o.id and i.state = 'picked' and ${IS_NEEDED}) as picked,
        (select json_group_array(i.sku) from ${pickItem} i join ${product} d on d.sku = i.sku join ${unit} u on u.product_id = d.id
          where i.order_id = o.id and u.state = 'recalled') as recalled,
        (select json_group_array(i.sku) from ${pickItem} i join ${product} d on d.sku = i.sku
          where i.order_id = o.id and d.passport ->> '$.secondInspection.by' = ${BEFORE_SENT}) as uninspected,
        coalesce(
          (select t.order_number from ${orderParcel} x join ${salesOrder} t on t.id = x.order_id
            where x.tracking_number = ${wanted} and x.id is not p.id),
          (select t.order_number from ${orderShipment} s join ${salesOrder} t on t.id = s.order_id
            where s.tracking_number = ${wanted})) as taken_by,
        exists (select 1 from ${orderShipment} s where s.order_id = o.id and s.carrier = p.carrier
          and s.tracking_number = p.tracking_number) as is_shipped
      from ${salesOrder} o left join ${orderParcel} p on p.order_id = o.id and p.number = ${number}
      where o.order_number = ${orderNumber}`)
    if (!row) return null
    const values: ParcelValues = {
      ...NEW_PARCEL,
      ...{ contents: parse(row.contents), carrier: row.carrier, trackingNumber: row.tracking_number },
      ...{ weight: row.weight, isSent: row.shipment_id !== null },
    }
    const facts: ParcelFacts = {
      ...{ orderStatus: row.status, picked: parse(row.picked), elsewhere: parse(row.elsewhere) },
      ...{ takenBy: row.taken_by, isShipped: row.is_shipped === 1 },
      recalled: JSON.parse(row.recalled) as string[],
      uninspected: JSON.parse(row.uninspected) as string[],
    }
    return { values, version: row.version ?? 0, facts }
  },
  hasVersion(id, version) {
    const found = sql`exists (select 1 from ${orderParcel} p join ${salesOrder} o on o.id = p.order_id
      where ${isParcel(id)} ${version === 0 ? sql`` : sql`and p.version = ${version}`})`
    return version === 0 ? sql`not ${found}` : found
  },
  evaluate: evaluateParcel,
  write({ id, before, after, now }) {
    const { orderNumber, number } = split(id)
    const { carrier, trackingNumber, weight, isSent } = { ...before, ...after }
    const parcel = sql`(select p.id from ${orderParcel} p join ${salesOrder} o on o.id = p.order_id where ${isParcel(id)})`
    return [
      sql`insert into ${orderParcel} (order_id, number, carrier, tracking_number, weight, created_at, version)
        select id, ${number}, ${carrier}, ${trackingNumber}, ${weight}, ${now}, 1 from ${salesOrder}
        where order_number = ${orderNumber}
        on conflict (order_id, number) do update set carrier = excluded.carrier,
          tracking_number = excluded.tracking_number, weight = excluded.weight, version = version + 1`,
      ...(after.contents
        ? [
            sql`delete from ${orderParcelItem} where parcel_id = ${parcel}`,
            sql`insert into ${orderParcelItem} (parcel_id, order_id, sku, tires)
              select p.id, p.order_id, c.key, c.value from ${orderParcel} p join ${salesOrder} o on o.id = p.order_id,
                json_each(${JSON.stringify(after.contents)}) c where ${isParcel(id)}`,
          ]
        : []),
      ...(isSent
        ? [
            sql`update ${orderParcel} set shipment_id = (select s.id from ${orderShipment} s where s.order_id = order_parcel.order_id
              and s.carrier = order_parcel.carrier and s.tracking_number = order_parcel.tracking_number) where id = ${parcel}`,
          ]
        : []),
    ]
  },
}
