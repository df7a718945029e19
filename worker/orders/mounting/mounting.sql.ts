/** Appointments for mounting in D1: one per order, and the list of a store's day (H13k). */
import { and, asc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { mountingAppointment } from '../../../schema/orders/mounting/mounting.table.ts'
import type { MountingSlot } from '../../../schema/orders/mounting/mounting.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { returnCase } from '../../../schema/orders/returns/return.table.ts'
import { connect, inList, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { appendEvent } from '../life/order-event.sql.ts'

const t = mountingAppointment

/** Returns the appointment of an order. */
export async function findAppointment(db: D1Database, orderNumber: string): Promise<MountingSlot | null> {
  return (await readAppointmentsOf(db, [orderNumber])).get(orderNumber) ?? null
}

/** Returns the appointments of orders by order number. */
export async function readAppointmentsOf(
  db: D1Database,
  orderNumbers: readonly string[],
): Promise<Map<string, MountingSlot>> {
  const rows = await connect(db)
    .select({ orderNumber: t.orderNumber, store: t.store, day: t.day, time: t.time })
    .from(t)
    .where(inArray(t.orderNumber, inList(orderNumbers)))
  return new Map(rows.map(({ orderNumber, ...slot }) => [orderNumber, slot]))
}

/**
 * Sets the appointment of an order and writes its mail, if the order still has the appointment `before`. Returns the mail's row
 * for the queue; `null` when another request was faster.
 */
export async function setAppointment(
  db: D1Database,
  change: {
    orderNumber: string
    before: MountingSlot | null
    slot: MountingSlot
    tires: number
    now: number
  },
): Promise<D1Result<unknown>[] | null> {
  const { orderNumber, before, slot, tires, now } = change
  const values = { ...slot, tires, updatedAt: now }
  const client = connect(db)
  const write = before
    ? client.update(t).set(values).where(isAppointment(orderNumber, before))
    : client
        .insert(t)
        .values({ orderNumber, ...values })
        .onConflictDoNothing()
  const results = await db.batch([
    toStatement(db, write),
    addOutbox(db, { kind: 'mounting-booked', payload: { orderNumber }, now }, 'ifChanged'),
  ])
  return results[0]?.meta.changes === 0 ? null : results.slice(1)
}

/** Deletes the appointment `before` of an order and writes its mail; returns the mail's row, none when it was deleted before. */
export async function deleteAppointment(
  db: D1Database,
  { orderNumber, before, now }: { orderNumber: string; before: MountingSlot; now: number },
): Promise<D1Result<unknown>[]> {
  const { store, day, time } = before
  const results = await db.batch([
    toStatement(db, connect(db).delete(t).where(isAppointment(orderNumber, before))),
    addOutbox(
      db,
      { kind: 'mounting-canceled', payload: { orderNumber, store, day, time }, now },
      'ifChanged',
    ),
  ])
  return results.slice(1)
}

/** Deletes the appointment of a buyer who did not come, which the order's history records; returns whether it was there. */
export async function deleteMissedAppointment(
  db: D1Database,
  missed: { orderNumber: string; appointment: MountingSlot; by: string; now: number },
): Promise<boolean> {
  const { orderNumber, appointment, by, now } = missed
  const [deleted] = await db.batch([
    toStatement(db, connect(db).delete(t).where(isAppointment(orderNumber, appointment))),
    appendEvent(db, { orderNumber, kind: 'mounting-missed', detail: { by }, now }),
  ])
  return deleted?.meta.changes === 1
}

function isAppointment(orderNumber: string, { store, day, time }: MountingSlot) {
  return and(eq(t.orderNumber, orderNumber), eq(t.store, store), eq(t.day, day), eq(t.time, time))
}

/** Returns how many appointments a store has at each time of a day. */
export async function countAppointments(
  db: D1Database,
  { store, day }: Pick<MountingSlot, 'store' | 'day'>,
): Promise<Map<number, number>> {
  const rows = await connect(db)
    .select({ time: t.time, count: sql<number>`count(*)` })
    .from(t)
    .where(and(eq(t.store, store), eq(t.day, day)))
    .groupBy(t.time)
  return new Map(rows.map(({ time, count }) => [time, count]))
}

export interface StoreAppointment {
  orderNumber: string
  time: number
  /** The tires that the buyer had when the time was booked. */
  tires: number
  /** Whether the order has a case of returned tires. */
  hasReturns: boolean
  /** Name and phone of the buyer. */
  name: string
  phone: string
}

/** Returns the appointments of a store's day by time, for staff. */
export async function readStoreDay(
  db: D1Database,
  { store, day }: Pick<MountingSlot, 'store' | 'day'>,
): Promise<StoreAppointment[]> {
  const rows = await connect(db)
    .select({
      orderNumber: t.orderNumber,
      time: t.time,
      tires: t.tires,
      hasReturns: sql<number>`exists (select 1 from ${returnCase} where ${returnCase.orderId} = ${salesOrder.id})`,
      addresses: salesOrder.addresses,
    })
    .from(t)
    .innerJoin(salesOrder, eq(salesOrder.orderNumber, t.orderNumber))
    .where(and(eq(t.store, store), eq(t.day, day)))
    .orderBy(asc(t.time), asc(t.orderNumber))
  return rows.map(({ addresses, ...row }) => {
    const { firstname, lastname, telephone } = addresses.shippingAddress ?? addresses.billingAddress
    return {
      ...row,
      hasReturns: row.hasReturns === 1,
      name: `${firstname} ${lastname}`.trim(),
      phone: telephone,
    }
  })
}

/** The condition that tires of the order came back to the shop. */
const CAME_BACK = sql`exists (select 1 from ${returnCase} where ${returnCase.orderId} = ${salesOrder.id}
  and ${returnCase.state} in ('received', 'refunded'))`

/**
 * Returns appointments from `today` on whose order was canceled or refunded, at least in part, or of which tires came back; of one
 * order if given. Those of which only a part was refunded come last: they match until their day, and must not keep the others from
 * being found.
 */
export async function findAppointmentsToCheck(
  db: D1Database,
  { today, orderNumber, limit }: { today: string; orderNumber: string | undefined; limit: number },
): Promise<(MountingSlot & { orderNumber: string; status: OrderStatus })[]> {
  return connect(db)
    .select({
      ...{ orderNumber: t.orderNumber, store: t.store, day: t.day, time: t.time },
      status: salesOrder.status,
    })
    .from(t)
    .innerJoin(salesOrder, eq(salesOrder.orderNumber, t.orderNumber))
    .where(
      and(
        gte(t.day, today),
        or(inArray(salesOrder.status, ['canceled', 'refunded', 'partly_refunded']), CAME_BACK),
        orderNumber === undefined ? undefined : eq(t.orderNumber, orderNumber),
      ),
    )
    .orderBy(sql`${salesOrder.status} not in ('canceled', 'refunded')`, t.day)
    .limit(limit)
}

/** Deletes appointments before `day`; the order has its own history. */
export async function deleteOldAppointments(db: D1Database, day: string): Promise<void> {
  await connect(db).delete(t).where(lt(t.day, day))
}
