/** Notes, mails, sent parcels and changes of an order, for its page in the back office (H14o). */
import { sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { orderShipment, salesOrder } from '../../../schema/orders/order.table.ts'
import { orderNote } from '../../../schema/orders/order-note.table.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import type { ParcelContents } from '../../../schema/orders/parcels/parcel-lines.ts'
import { outbox } from '../../../schema/platform/mail/outbox.table.ts'
import { auditLog } from '../../../schema/staff/changes/audit-log.table.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { findMentions } from '../../../schema/staff/orders/order-work.ts'
import { pickItem } from '../../../schema/staff/picking/picking.table.ts'
import { readCurrentStaff } from '../../identity/staff/current-people.sql.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { addMentions } from './order-work.sql.ts'

export interface OrderNote {
  id: number
  text: string
  /** `null` for somebody who left. */
  by: string | null
  /** Milliseconds. */
  at: number
}

export interface SentParcel {
  id: number
  carrier: string
  trackingNumber: string
  shippedAt: number
  /** Tires by stock pool; empty for a parcel that was not packed by scan. */
  contents: ParcelContents
}

export interface OrderMail {
  id: number
  kind: string
  at: number
  /** `null` while it waits. */
  sentAt: number | null
}

export interface OrderChange {
  id: number
  kind: string
  record: string
  recordId: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  by: string | null
  /** Whom the change names, such as who looks after the order. */
  person: string | null
  at: number
}

export interface OrderDesk {
  /** Newest first. */
  notes: OrderNote[]
  parcels: SentParcel[]
  mails: OrderMail[]
  /** Changes of its picks and parcels, and prints; oldest first. */
  changes: OrderChange[]
}

/** Changes and mails of one order on its page; the newest are shown. */
const MAX_ROWS = 300

/** Reads all of them in one round trip. */
export async function readOrderDesk(db: D1Database, orderNumber: string): Promise<OrderDesk> {
  const id = sql`(select id from ${salesOrder} where order_number = ${orderNumber})`
  const audit = sql`a.id, a.kind, a.record, a.record_id as recordId, a."before", a."after", a.at, s.name as by, n.name as person
    from ${auditLog} a left join ${staff} s on s.id = a.staff_id left join ${staff} n on n.id = a."after" ->> '$.person'`
  const [notes, parcels, mails, changes] = await batchOf<Record<string, unknown>>(db, [
    sql`select n.id, n.text, n.created_at as at, s.name as by from ${orderNote} n left join ${staff} s on s.id = n.staff_id
      where n.order_id = ${id} order by n.id desc limit ${MAX_ROWS}`,
    sql`select s.id, s.carrier, s.tracking_number as trackingNumber, s.shipped_at as shippedAt,
        (select json_group_object(i.sku, i.tires) from ${orderParcel} p join ${orderParcelItem} i on i.parcel_id = p.id
          where p.shipment_id = s.id) as contents
      from ${orderShipment} s where s.order_id = ${id} order by s.id`,
    sql`select id, kind, created_at as at, sent_at as sentAt from ${outbox}
      where payload ->> '$.orderNumber' = ${orderNumber} order by id limit ${MAX_ROWS}`,
    sql`select * from (
      select ${audit} where a.record = 'order' and a.record_id = ${orderNumber}
      union select ${audit} where a.record = 'parcel' and a.record_id >= ${`${orderNumber}.`} and a.record_id < ${`${orderNumber}/`}
      union select ${audit} where a.record = 'pick' and a.record_id in (select cast(id as text) from ${pickItem} where order_id = ${id})
      union select ${audit} where a.record = 'shipment'
        and a.record_id in (select cast(id as text) from ${orderShipment} where order_id = ${id})
      ) order by id limit ${MAX_ROWS}`,
  ])
  const parse = (text: unknown) => JSON.parse(String(text)) as Record<string, unknown>
  return {
    notes: (notes?.results ?? []) as unknown as OrderNote[],
    parcels: (parcels?.results ?? []).map((row) => ({
      ...row,
      contents: parse(row.contents),
    })) as unknown as SentParcel[],
    mails: (mails?.results ?? []) as unknown as OrderMail[],
    changes: (changes?.results ?? []).map((row) => ({
      ...(row as unknown as OrderChange),
      ...{ before: parse(row.before), after: parse(row.after) },
    })),
  }
}

/**
 * Adds a note, and puts it on the list of the people whom it names; false for an unknown order. A repeated request with the key adds one. The audit log says who wrote when, but not the text,
 * which goes with the buyer's data. `now` is in milliseconds.
 */
export async function addNote(
  db: D1Database,
  actor: Actor,
  { orderNumber, text, key }: { orderNumber: string; text: string; key: string },
  now: number,
): Promise<boolean> {
  const isKnown = sql`exists (select 1 from ${salesOrder} where order_number = ${orderNumber})`
  const row = {
    ...{ at: now, actor, kind: 'note', record: 'order', recordId: orderNumber, version: 1, why: null },
    ...{ key, batch: null, undoes: null, before: {}, after: {} },
  }
  const mentioned = findMentions(text, await readCurrentStaff(db))
  const outcome = await runRecorded(db, [
    addAuditRow(row, isKnown),
    sql`insert into ${orderNote} (order_id, staff_id, text, created_at)
      select id, ${actor.staffId}, ${text}, ${now} from ${salesOrder} where order_number = ${orderNumber}`,
    ...(mentioned.length > 0 ? [addMentions(mentioned)] : []),
  ])
  return outcome !== 'late' || (await findAuditRow(db, { key })) !== null
}

/** Checks whether a shipment is one of this order. */
export async function isShipmentOf(db: D1Database, id: string, orderNumber: string): Promise<boolean> {
  const [row] = await connect(
    db,
  ).all(sql`select 1 from ${orderShipment} s join ${salesOrder} o on o.id = s.order_id
    where s.id = ${Number(id)} and o.order_number = ${orderNumber}`)
  return row !== undefined
}
