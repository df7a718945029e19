/** Merges of guests' orders in D1 (H14k). Their audit rows have numbers alone: the addresses go with the rows of the merge. */
import { and, count, desc, eq, gt, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import { customer } from '../../../schema/identity/sign-in/customer.table.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import { isOrderNumber } from '../../../schema/orders/order.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { mergedOrder, orderMerge } from '../../../schema/staff/customers/order-merge.table.ts'
import {
  isReadyToMerge,
  isUndoableMerge,
  MERGE_OPEN_MS,
  MERGE_SIDES,
  MERGE_UNDO_MS,
  type MergeSide,
} from '../../../schema/staff/customers/order-merge.ts'
import { connect, insertFrom, outerColumn, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'

export type OrderMerge = typeof orderMerge.$inferSelect

/** A guest's orders that can move: placed, and of no account. */
const ofGuest = (email: string | SQL) =>
  and(
    sql`${salesOrder.email} = ${email}`,
    isNull(salesOrder.customerId),
    ne(salesOrder.status, 'pending_payment'),
  )

/** Returns the address and the numbers of a guest's orders, by the address or by one of the numbers; `null` without any. */
export async function findGuest(
  db: D1Database,
  guest: string,
): Promise<{ email: string; orders: string[] } | null> {
  const { orderNumber, email } = salesOrder
  const rows = await connect(db)
    .select({ orderNumber, email })
    .from(salesOrder)
    .where(
      isOrderNumber(guest)
        ? ofGuest(
            sql`(select email from sales_order where order_number = ${guest} and customer_id is null and email <> '')`,
          )
        : ofGuest(guest),
    )
    .orderBy(desc(salesOrder.placedAt))
    .limit(MAX_ORDERS)
  return rows[0] ? { email: rows[0].email, orders: rows.map((row) => row.orderNumber) } : null
}

/** Most orders of a guest that a page or mail names. */
const MAX_ORDERS = 20

const auditOf = (actor: Pick<Actor, 'staffId' | 'session' | 'source'>, row: MergeRow) => ({
  ...{ at: row.now, actor: actor as Actor, kind: row.kind, record: 'merge', recordId: row.id },
  ...{ version: 1, before: {}, after: row.after, why: null, key: row.key, batch: null },
  undoes: row.undoes ?? null,
})

interface MergeRow {
  id: string
  kind: 'merge-asked' | 'merge' | 'undo'
  after: Record<string, unknown>
  key: string
  now: number
  undoes?: number
}

export interface NewMerge {
  id: string
  from: string
  to: string
  customerId: number | null
  key: string
  now: number
}

/** Stores the question with its audit row and both mails; `null` if the same question waits already. */
export async function askMerge(
  db: D1Database,
  actor: Actor,
  { id, from, to, customerId, key, now }: NewMerge,
): Promise<D1Result[] | null> {
  const t = orderMerge
  const isSame = and(eq(t.fromEmail, from), eq(t.toEmail, to), isNull(t.mergedAt))
  const isNew = sql`not exists (select 1 from ${t} where ${isSame})`
  try {
    return await db.batch([
      toStatement(
        db,
        connect(db)
          .delete(t)
          .where(and(isSame, lt(t.askedAt, now - MERGE_OPEN_MS))),
      ),
      toStatement(db, addAuditRow(auditOf(actor, { id, kind: 'merge-asked', after: {}, key, now }), isNew)),
      toStatement(
        db,
        insertFrom(
          t,
          { id, fromEmail: from, toEmail: to, customerId, askedBy: actor.staffId ?? 0, askedAt: now },
          sql`where true`,
        ),
      ),
      ...(from === to ? MERGE_SIDES.slice(0, 1) : MERGE_SIDES).map((side) =>
        addOutbox(db, { kind: 'order-merge', payload: { merge: id, side }, now }),
      ),
    ])
  } catch (error) {
    if (/audit_log\.(version|key)|order_merge_open|order_merge\.from_email/.test(String(error))) return null
    throw error
  }
}

/** Returns a merge; `null` when its row was deleted. */
export async function findMerge(db: D1Database, id: string): Promise<OrderMerge | null> {
  return (await connect(db).select().from(orderMerge).where(eq(orderMerge.id, id)).get()) ?? null
}

export interface MergeLine extends OrderMerge {
  /** Orders that moved. */
  orders: number
}

/** Returns the newest merges. */
export function readMerges(db: D1Database, limit: number): Promise<MergeLine[]> {
  const t = orderMerge
  const orders = sql<number>`(select ${count()} from ${mergedOrder} where ${mergedOrder.mergeId} = ${outerColumn(t.id)})`
  return connect(db)
    .select({
      ...{ id: t.id, fromEmail: t.fromEmail, toEmail: t.toEmail, customerId: t.customerId },
      ...{ askedBy: t.askedBy, askedAt: t.askedAt, fromConfirmedAt: t.fromConfirmedAt },
      ...{ toConfirmedAt: t.toConfirmedAt, mergedAt: t.mergedAt, undoneAt: t.undoneAt, orders },
    })
    .from(t)
    .orderBy(desc(t.askedAt))
    .limit(limit)
}

/** Stores that one mailbox confirmed, then moves the orders if both did. Returns the merge as it is then. */
export async function confirmMerge(
  db: D1Database,
  { id, side }: { id: string; side: MergeSide },
  now: number,
): Promise<OrderMerge | null> {
  const t = orderMerge
  // One link is enough if both addresses are the same.
  const confirmed = (column: typeof t.fromConfirmedAt, own: MergeSide) =>
    sql`coalesce(${column}, iif(${own === side} or ${t.fromEmail} = ${t.toEmail}, ${now}, null))`
  await connect(db)
    .update(t)
    .set({
      fromConfirmedAt: confirmed(t.fromConfirmedAt, 'from'),
      toConfirmedAt: confirmed(t.toConfirmedAt as unknown as typeof t.fromConfirmedAt, 'to'),
    })
    .where(and(eq(t.id, id), isNull(t.mergedAt), gt(t.askedAt, now - MERGE_OPEN_MS)))
  const merge = await findMerge(db, id)
  if (!merge || !isReadyToMerge(merge, now)) return merge
  await moveOrders(db, merge, now)
  return findMerge(db, id)
}

/** Moves the guest's orders once; of two requests at the same moment, the audit row lets one through. */
async function moveOrders(
  db: D1Database,
  { id, fromEmail, toEmail, customerId, askedBy }: OrderMerge,
  now: number,
): Promise<void> {
  const client = connect(db)
  const [counted] = await client.select({ orders: count() }).from(salesOrder).where(ofGuest(fromEmail))
  const row: MergeRow = { id, kind: 'merge', after: { orders: counted?.orders ?? 0 }, key: mergeKey(id), now }
  const isOpen = sql`exists (select 1 from ${orderMerge} where ${and(eq(orderMerge.id, id), isNull(orderMerge.mergedAt))})`
  const moved = sql`(select order_id from ${mergedOrder} where merge_id = ${id})`
  await runRecorded(db, [
    addAuditRow(auditOf({ staffId: askedBy, session: null, source: 'page' }, row), isOpen),
    sql`insert into ${mergedOrder} (merge_id, order_id) select ${id}, ${salesOrder.id} from ${salesOrder} where ${ofGuest(fromEmail)}`,
    sql`update ${salesOrder} set email = ${toEmail}, customer_id = (select id from ${customer} where id = ${customerId}
      and email = ${toEmail} and email_confirmed_at is not null) where id in ${moved}`,
    sql`update ${orderMerge} set merged_at = ${now} where id = ${id}`,
  ])
}

const mergeKey = (id: string) => `merge-${id}`

/**
 * Gives the orders back to the guest's address, unless somebody changed their buyer since; false when it is too late or was done
 * before.
 */
export async function undoMerge(
  db: D1Database,
  actor: Actor,
  { id, key, now }: { id: string; key: string; now: number },
): Promise<boolean> {
  const [merge, made] = await Promise.all([findMerge(db, id), findAuditRow(db, { key: mergeKey(id) })])
  if (!merge || !made || !isUndoableMerge(merge, now)) return false
  const { fromEmail, toEmail, customerId } = merge
  const isMerged = sql`exists (select 1 from ${orderMerge}
    where ${and(eq(orderMerge.id, id), isNotNull(orderMerge.mergedAt), isNull(orderMerge.undoneAt))})`
  const row: MergeRow = { id, kind: 'undo', after: {}, key, now, undoes: made.id }
  const result = await runRecorded(db, [
    addAuditRow(auditOf(actor, row), isMerged),
    sql`update ${salesOrder} set email = ${fromEmail}, customer_id = null
      where id in (select order_id from ${mergedOrder} where merge_id = ${id})
        and email = ${toEmail} and (customer_id is ${customerId} or customer_id is null)`,
    sql`update ${orderMerge} set undone_at = ${now} where id = ${id}`,
  ])
  return typeof result === 'object'
}

/** Deletes merges that nobody can confirm or undo anymore, and with them the addresses. */
export async function deleteOldMerges(db: D1Database, now: number): Promise<void> {
  const t = orderMerge
  await connect(db)
    .delete(t)
    .where(
      or(
        and(isNull(t.mergedAt), lt(t.askedAt, now - MERGE_OPEN_MS)),
        lt(t.mergedAt, now - MERGE_UNDO_MS),
        isNotNull(t.undoneAt),
      ),
    )
}
