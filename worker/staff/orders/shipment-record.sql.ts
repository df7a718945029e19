/** Sent parcels in D1 as records that staff correct (H14o). */
import { sql } from 'drizzle-orm'
import { orderShipment, salesOrder, salesOrderEvent } from '../../../schema/orders/order.table.ts'
import { orderParcel } from '../../../schema/orders/parcels/parcel.table.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import {
  evaluateShipment,
  SHIPMENT_ID,
  SHIPMENT_PATCH,
  type ShipmentFacts,
  type ShipmentPatch,
  type ShipmentValues,
} from '../../../schema/staff/orders/shipment-record.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import type { RecordKind } from '../changes/record-kind.sql.ts'

interface Row {
  carrier: string
  tracking_number: string
  version: number
  order_number: string
  taken_by: string | null
}

export const SHIPMENT_RECORD: RecordKind<ShipmentValues, ShipmentPatch, ShipmentFacts> = {
  id: SHIPMENT_ID,
  patch: SHIPMENT_PATCH,
  async read(db, id, patch) {
    const wanted = patch.trackingNumber ?? null
    const [row] = await connect(db).all<Row>(sql`
      select s.carrier, s.tracking_number, s.version, o.order_number, coalesce(
        (select t.order_number from ${orderShipment} x join ${salesOrder} t on t.id = x.order_id
          where x.tracking_number = ${wanted} and x.id <> s.id),
        (select t.order_number from ${orderParcel} p join ${salesOrder} t on t.id = p.order_id
          where p.tracking_number = ${wanted} and p.shipment_id is not s.id)) as taken_by
      from ${orderShipment} s join ${salesOrder} o on o.id = s.order_id where s.id = ${Number(id)}`)
    if (!row) return null
    return {
      values: { carrier: row.carrier, trackingNumber: row.tracking_number },
      version: row.version,
      facts: { orderNumber: row.order_number, takenBy: row.taken_by },
    }
  },
  hasVersion: (id, version) =>
    sql`exists (select 1 from ${orderShipment} where id = ${Number(id)} and version = ${version})`,
  evaluate: evaluateShipment,
  write({ id: text, before, after, facts: { orderNumber }, actor, now }) {
    const id = Number(text)
    const { carrier, trackingNumber } = { ...before, ...after }
    const detail = JSON.stringify({ by: `staff:${actor.staffId}`, carrier, trackingNumber })
    const isMail = sql`kind = 'order-shipped' and payload ->> '$.orderNumber' = ${orderNumber}
      and payload ->> '$.trackingNumber' = ${before.trackingNumber}`
    const payload = JSON.stringify({ orderNumber, carrier, trackingNumber, corrects: true })
    return [
      sql`update ${orderShipment} set carrier = ${carrier}, tracking_number = ${trackingNumber}, version = version + 1
        where id = ${id}`,
      sql`update ${orderParcel} set carrier = ${carrier}, tracking_number = ${trackingNumber}, version = version + 1
        where shipment_id = ${id}`,
      sql`insert into ${salesOrderEvent} (order_id, kind, detail, at)
        select order_id, 'tracking-corrected', ${detail}, ${now} from ${orderShipment} where id = ${id}`,
      // Cron sends it within a minute. A mail that still waits gets the new number instead.
      sql`insert into ${outbox} (kind, payload, created_at, next_at)
        select 'order-shipped', ${payload}, ${now}, ${now} where exists (select 1 from ${outbox} where ${isMail} and sent_at is not null)`,
      sql`update ${outbox} set payload = json_set(payload, '$.carrier', ${carrier}, '$.trackingNumber', ${trackingNumber})
        where ${isMail} and sent_at is null`,
    ]
  },
}
