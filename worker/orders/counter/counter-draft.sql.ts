/** Sales at the counter before they are paid (H14p). Triggers of the table hold their tires. */
import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import type { CounterDiscount } from '../../../schema/orders/counter/counter-draft.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { OrderStatus } from '../../../schema/orders/order.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { CREDIT_SPENT } from '../credit/credit.sql.ts'

export type CounterDraft = Omit<typeof counterDraft.$inferSelect, 'discount'> & {
  discount: CounterDiscount | null
  /** The state of its order; `null` without one. */
  orderStatus: OrderStatus | null
  /** What its order took from store credit, in cents. */
  creditSpent: number
}

/** Open sales on the page of the counter. */
const MAX_SHOWN = 50

function selectDrafts(db: D1Database, condition: SQL | undefined) {
  return connect(db)
    .select({ draft: counterDraft, orderStatus: salesOrder.status, creditSpent: CREDIT_SPENT })
    .from(counterDraft)
    .leftJoin(salesOrder, eq(salesOrder.orderNumber, counterDraft.orderNumber))
    .where(condition)
    .orderBy(desc(counterDraft.id))
    .limit(MAX_SHOWN)
}

async function findDrafts(db: D1Database, condition: SQL | undefined): Promise<CounterDraft[]> {
  const rows = await selectDrafts(db, condition)
  return rows.map(({ draft, ...order }) => ({ ...draft, ...order }))
}

/** Returns a draft; `null` for an unknown number. */
export async function readCounterDraft(db: D1Database, id: number): Promise<CounterDraft | null> {
  return (await findDrafts(db, eq(counterDraft.id, id)))[0] ?? null
}

/** Returns the drafts that hold tires, the newest first. */
export function readOpenDrafts(db: D1Database, now: number): Promise<CounterDraft[]> {
  return findDrafts(db, and(eq(counterDraft.state, 'open'), gt(counterDraft.holdUntil, now)))
}

/** Ends the drafts whose time is over; the table's trigger puts their tires back on sale. */
export async function endExpiredDrafts(db: D1Database, now: number): Promise<void> {
  await connect(db)
    .update(counterDraft)
    .set({ state: 'ended', version: sql`${counterDraft.version} + 1` })
    .where(and(eq(counterDraft.state, 'open'), lte(counterDraft.holdUntil, now)))
}

/** Deletes sales that were never paid, and the buyers of the others, whose orders have what the law asks for. */
export async function deleteOldDrafts(db: D1Database, before: number): Promise<void> {
  const client = connect(db)
  const isOld = lte(counterDraft.createdAt, before)
  await client.batch([
    client.delete(counterDraft).where(and(isOld, eq(counterDraft.state, 'ended'))),
    client
      .update(counterDraft)
      .set({ buyer: null })
      .where(and(isOld, eq(counterDraft.state, 'ordered'), sql`${counterDraft.buyer} is not null`)),
  ])
}
