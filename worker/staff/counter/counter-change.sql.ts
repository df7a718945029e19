/** Changes of a sale at the counter (H14p), each one statement: the trigger of the table holds and frees the tires with it. */
import { and, eq, gt, sql } from 'drizzle-orm'
import { counterDraft } from '../../../schema/orders/counter/counter-draft.table.ts'
import {
  type CounterExchange,
  type CounterLine,
  counterDemand,
  HOLD_MS,
} from '../../../schema/orders/counter/counter-draft.ts'
import { salesOrder } from '../../../schema/orders/order.table.ts'
import type { CounterDraft } from '../../orders/counter/counter-draft.sql.ts'
import { moveOrderCredit } from '../../orders/credit/credit.sql.ts'
import { connect, toStatement } from '../../platform/drizzle.sql.ts'
import { addOutbox } from '../../platform/mail/outbox.sql.ts'

export type CounterChange = Partial<
  Pick<CounterDraft, 'state' | 'holdUntil' | 'lines' | 'way' | 'buyer' | 'discount' | 'payment' | 'credit'>
>

/**
 * done     changed, now or by the same request before
 * changed  somebody else changed it since that version, or it is no longer open
 * short    a tire is sold or held by somebody else
 */
export type CounterChangeResult = 'done' | 'changed' | 'short'

/** Drizzle has the database's own error as the cause. */
const isShort = (error: unknown) =>
  error instanceof Error && `${error.message} ${String(error.cause)}`.includes('stock_not_below_zero')

interface NewDraft {
  line: CounterLine
  staffId: number
  key: string
  now: number
  /** The return that pays a part, with its buyer. */
  exchange?: CounterExchange
  buyer?: CounterDraft['buyer']
}

const isExchanged = (error: unknown) =>
  error instanceof Error && `${error.message} ${String(error.cause)}`.includes('counter_draft.exchange')

/**
 * Begins a sale with its first line; returns its number, `null` when the tire is sold or held by somebody else, `exchanged` when the
 * return is in another sale.
 */
export async function beginDraft<New extends NewDraft>(
  db: D1Database,
  { line, staffId, key, now, exchange, buyer }: New,
): Promise<number | null | (New extends { exchange: CounterExchange } ? 'exchanged' : never)> {
  const client = connect(db)
  const byKey = eq(counterDraft.firstKey, key)
  try {
    const [, , found] = await client.batch([
      client
        .insert(counterDraft)
        .values({
          quoteId: crypto.randomUUID().replaceAll('-', ''),
          staffId,
          createdAt: now,
          holdUntil: now + HOLD_MS,
          firstKey: key,
          lastKey: key,
          ...(exchange && { exchange, buyer: buyer ?? null }),
        })
        .onConflictDoNothing({ target: counterDraft.firstKey }),
      client
        .update(counterDraft)
        .set({ lines: [line], demand: counterDemand([line]) })
        .where(and(byKey, eq(counterDraft.version, 1), sql`${counterDraft.lines} = '[]'`)),
      client.select({ id: counterDraft.id }).from(counterDraft).where(byKey),
    ])
    return found[0]?.id ?? null
  } catch (error) {
    if (isShort(error)) return null
    if (!isExchanged(error)) throw error
    // The same form again, or another sale of the return.
    const own = await client.select({ id: counterDraft.id }).from(counterDraft).where(byKey).get()
    return own?.id ?? ('exchanged' as never)
  }
}

const FIXED_FIELDS: readonly (keyof CounterChange)[] = ['lines', 'way', 'buyer', 'discount']

/** Changes an open draft that still has the version that was read. */
export async function changeDraft(
  db: D1Database,
  draft: Pick<CounterDraft, 'id' | 'version' | 'lastKey' | 'way'>,
  change: CounterChange,
  { key, now }: { key: string; now: number },
): Promise<CounterChangeResult> {
  if (draft.lastKey === key) return 'done'
  const { lines } = change
  // The sale of a difference costs what the edit of its order costs.
  const isFixed = draft.way === 'difference' && FIXED_FIELDS.some((field) => field in change)
  if (isFixed) return 'changed'
  try {
    const rows = await connect(db)
      .update(counterDraft)
      .set({
        ...change,
        ...(lines ? { demand: counterDemand(lines) } : {}),
        lastKey: key,
        version: draft.version + 1,
      })
      .where(
        and(
          eq(counterDraft.id, draft.id),
          eq(counterDraft.version, draft.version),
          eq(counterDraft.state, 'open'),
          gt(counterDraft.holdUntil, now),
        ),
      )
      .returning({ id: counterDraft.id })
    return rows.length > 0 ? 'done' : 'changed'
  } catch (error) {
    if (isShort(error)) return 'short'
    throw error
  }
}

/**
 * Writes the mail with the order to the outbox; an order without an address gets this one, and so does the store credit under its
 * number. If the address has store credit already, both stay apart, each looked up by its own name. Returns the ids of the rows.
 */
export async function mailReceipt(
  db: D1Database,
  { orderNumber, email, now }: { orderNumber: string; email: string; now: number },
): Promise<number[]> {
  const isTheirs = and(eq(salesOrder.orderNumber, orderNumber), sql`${salesOrder.email} in ('', ${email})`)
  const [, mail] = await db.batch<{ id: number }>([
    toStatement(db, connect(db).update(salesOrder).set({ email }).where(isTheirs)),
    addOutbox(db, { kind: 'order-mail', payload: { orderNumber }, now }, 'ifChanged'),
    moveOrderCredit(db, { orderNumber, email }),
  ])
  return (mail?.results ?? []).map(({ id }) => id)
}
