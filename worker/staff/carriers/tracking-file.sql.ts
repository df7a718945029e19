/** Files with tracking numbers in D1, and the parcels and numbers that they name (H14o). */
import { eq, lt, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { BEFORE_SENT } from '../../../schema/catalog/product/product.ts'
import { orderShipment, salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { orderParcel, orderParcelItem } from '../../../schema/orders/parcels/parcel.table.ts'
import { DAY_MS } from '../../../schema/platform/duration.ts'
import { trackingFile } from '../../../schema/staff/carriers/tracking-file.table.ts'
import type {
  KnownOrder,
  KnownParcel,
  TrackingFacts,
  TrackingRow,
} from '../../../schema/staff/carriers/tracking-file.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'

/** How long a file is stored. */
const FILE_MS = 30 * DAY_MS

export type TrackingFile = typeof trackingFile.$inferSelect

/** Stores a file and returns its id; a repeated key is the file of before. */
export async function addTrackingFile(
  db: D1Database,
  file: { key: string; name: string; rows: TrackingRow[]; createdAt: number },
): Promise<number> {
  const client = connect(db)
  await client.insert(trackingFile).values(file).onConflictDoNothing({ target: trackingFile.key })
  const stored = await client
    .select({ id: trackingFile.id })
    .from(trackingFile)
    .where(eq(trackingFile.key, file.key))
  return stored[0]?.id ?? 0
}

/** Returns an uploaded file with its rows (H14o); `null` for an unknown one. */
export async function findTrackingFile(db: D1Database, id: number): Promise<TrackingFile | null> {
  return (await connect(db).select().from(trackingFile).where(eq(trackingFile.id, id)).get()) ?? null
}

/** Returns the newest files, without their rows. */
export function readTrackingFiles(
  db: D1Database,
): Promise<Pick<TrackingFile, 'id' | 'name' | 'createdAt'>[]> {
  const { id, name, createdAt } = trackingFile
  return connect(db).select({ id, name, createdAt }).from(trackingFile).orderBy(sql`${id} desc`).limit(5)
}

/** Writes who sends the parcels of a file, for the runs that follow the first one. */
export async function setTrackingSender(
  db: D1Database,
  {
    id,
    sentKey,
    sentBy,
    session,
  }: { id: number; sentKey: string; sentBy: number | null; session: string | null },
): Promise<void> {
  await connect(db).update(trackingFile).set({ sentKey, sentBy, session }).where(eq(trackingFile.id, id))
}

/** Deletes files that are older than 30 days. `now` is in milliseconds. */
export async function deleteOldTrackingFiles(db: D1Database, now: number): Promise<void> {
  await connect(db)
    .delete(trackingFile)
    .where(lt(trackingFile.createdAt, now - FILE_MS))
}

interface ParcelRow {
  orderNumber: string
  status: OrderStatus
  number: number | null
  trackingNumber: string | null
  isSent: number
  isEmpty: number
  isRecalled: number
  isInspectionDue: number
}

/** Returns what the shop knows of the orders and tracking numbers of rows. */
export async function readTrackingFacts(
  db: D1Database,
  rows: readonly TrackingRow[],
): Promise<TrackingFacts> {
  const listed = (values: readonly string[]) => sql`(select value from json_each(${JSON.stringify(values)}))`
  const orders = listed(rows.map(({ orderNumber }) => orderNumber))
  const numbers = listed(rows.map(({ trackingNumber }) => trackingNumber))
  const [parcels, owners] = await batchOf(db, [
    sql`select o.order_number as orderNumber, o.status, r.number, r.tracking_number as trackingNumber,
        r.shipment_id is not null as isSent,
        not exists (select 1 from ${orderParcelItem} x where x.parcel_id = r.id) as isEmpty,
        exists (select 1 from ${orderParcelItem} x join ${product} p on p.sku = x.sku join ${unit} u on u.product_id = p.id
          where x.parcel_id = r.id and u.state = 'recalled') as isRecalled,
        exists (select 1 from ${orderParcelItem} x join ${product} p on p.sku = x.sku
          where x.parcel_id = r.id and p.passport ->> '$.secondInspection.by' = ${BEFORE_SENT}) as isInspectionDue
      from ${salesOrder} o left join ${orderParcel} r on r.order_id = o.id
      where o.order_number in ${orders} order by o.order_number, r.number`,
    sql`select r.tracking_number as number, o.order_number as owner from ${orderParcel} r
        join ${salesOrder} o on o.id = r.order_id where r.tracking_number in ${numbers}
      union select s.tracking_number, o.order_number from ${orderShipment} s
        join ${salesOrder} o on o.id = s.order_id where s.tracking_number in ${numbers}`,
  ])
  const known = new Map<string, KnownOrder & { parcels: KnownParcel[] }>()
  for (const row of (parcels?.results ?? []) as unknown as ParcelRow[]) {
    const order = known.get(row.orderNumber) ?? { status: row.status, parcels: [] }
    known.set(row.orderNumber, order)
    if (row.number !== null)
      order.parcels.push({
        ...{ number: row.number, trackingNumber: row.trackingNumber, isSent: row.isSent === 1 },
        ...{ isEmpty: row.isEmpty === 1, isRecalled: row.isRecalled === 1 },
        isInspectionDue: row.isInspectionDue === 1,
      })
  }
  return {
    orders: known,
    owners: new Map((owners?.results ?? []).map(({ number, owner }) => [String(number), String(owner)])),
  }
}
