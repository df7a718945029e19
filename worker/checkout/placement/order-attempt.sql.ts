/** The journal's rows: one per attempt to place the order of this cart, stored in the object's own SQLite. */

import { migrateLines } from '../../../schema/cart/cart-record-migration.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import type { OrderDraft, OrderRefused, PendingPayment } from '../../../schema/orders/order.ts'
import { HOLD_MS } from '../../../schema/orders/payment.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import type { JournalContext } from './order-journal-context.ts'

/**
 * Where an attempt stands. Each phase says what is certain, so that the next call knows how to continue. The names are
 * stored in existing objects and must not change.
 *
 * drafted    nothing but this row is certain; D1 may have the order or not
 * held       D1 has the order, stock and coupon are reserved; no money can have moved
 * charging   the provider has a payment, its id is here; money may have moved
 * accepted   decided: the order is certain; D1 may not be updated yet
 * refusing   decided: the order is canceled; payment and stock may still be open
 * done       closed, the order is confirmed
 * released   closed, nothing is reserved
 */
export type Phase = 'drafted' | 'held' | 'charging' | 'accepted' | 'refusing' | 'done' | 'released'

export interface Attempt {
  orderNumber: string
  phase: Phase
  /** The request as text; the same text again means the same order. */
  fingerprint: string
  draft: OrderDraft
  couponLimits: { perCustomer: number | null; firstOrderOnly: boolean }
  /** Whom the order is counted for; absent in attempts of earlier releases. */
  actors?: readonly OrderActor[]
  confirmationToken: string | null
  intentId: string | null
  /** The provider's page where the shopper approves the payment; `null` when there is none. */
  redirectUrl: string | null
  /** What refunds are asked of; known once the money was taken. */
  chargeRef: string | null
  /** True from the moment before the money is asked for. */
  confirmed: boolean
  /** True while the bank or the provider asks for the shopper. */
  waiting: boolean
  refusal: OrderRefused | null
  holdUntil: number
  /** How often the alarm has found this attempt open. */
  wakes: number
  /** For a canceled attempt that may still be paid: when to check, how often that was done, and until when. */
  late: { at: number; looks: number; until: number } | null
}

interface Row extends Record<string, SqlStorageValue> {
  state: string
}

/** Milliseconds after which an attempt that a crash left open is continued; then twice as long each time. */
const FIRST_WAKE = 3_000
const MAX_WAKE_DELAY = 60_000
/** The same after the end of the reservation. */
const MAX_WAKE_DELAY_AFTER_HOLD = 5 * 60_000
/** Between two checks of a payment that waits for its shopper, who may have approved it and not come back. */
const WAITING_WAKE = 60_000
/** Until the first check for a late payment, and the longest pause between two. */
const FIRST_LATE_CHECK = 30_000
const MAX_LATE_PAUSE = 6 * HOUR_MS

// A copy for the lifetime of the object; the rows are the truth and are read once.
const openBy = new WeakMap<DurableObjectStorage, string | null>()

function table(storage: DurableObjectStorage): SqlStorage {
  storage.sql.exec(
    'CREATE TABLE IF NOT EXISTS journal_attempt (order_number TEXT PRIMARY KEY, phase TEXT NOT NULL, state TEXT NOT NULL, seq INTEGER NOT NULL)',
  )
  return storage.sql
}

/** Order number of the attempt that is not closed, `null` when there is none. Synchronous. */
export function openAttemptNumber({ storage }: Pick<JournalContext, 'storage'>): string | null {
  const known = openBy.get(storage)
  if (known !== undefined) return known
  const [row] = table(storage)
    .exec<{ order_number: string }>(
      "SELECT order_number FROM journal_attempt WHERE phase NOT IN ('done', 'released') LIMIT 1",
    )
    .toArray()
  openBy.set(storage, row?.order_number ?? null)
  return row?.order_number ?? null
}

/** The attempt that is not closed, `null` when there is none. Synchronous. */
export function openAttempt(ctx: Pick<JournalContext, 'storage'>): Attempt | null {
  const orderNumber = openAttemptNumber(ctx)
  return orderNumber === null ? null : readAttempt(ctx, orderNumber)
}

export function readAttempt(
  { storage }: Pick<JournalContext, 'storage'>,
  orderNumber: string,
): Attempt | null {
  const [row] = table(storage)
    .exec<Row>('SELECT state FROM journal_attempt WHERE order_number = ?', orderNumber)
    .toArray()
  return row ? parseAttempt(row) : null
}

/** The newest attempt, open or closed. */
export function lastAttempt({ storage }: Pick<JournalContext, 'storage'>): Attempt | null {
  const [row] = table(storage)
    .exec<Row>('SELECT state FROM journal_attempt ORDER BY seq DESC LIMIT 1')
    .toArray()
  return row ? parseAttempt(row) : null
}

/** An attempt of an earlier release may still be open, or be asked for again. */
function parseAttempt(row: Row): Attempt {
  const attempt = JSON.parse(row.state) as Attempt
  return {
    ...attempt,
    redirectUrl: attempt.redirectUrl ?? null,
    chargeRef: attempt.chargeRef ?? null,
    late: attempt.late ?? null,
    draft: migrateLines(attempt.draft),
  }
}

/** Stores an attempt; writes that follow in the same turn (saveCart) are stored together with it or not at all. */
export function writeAttempt({ storage }: Pick<JournalContext, 'storage'>, attempt: Attempt): Attempt {
  table(storage).exec(
    `INSERT INTO journal_attempt (order_number, phase, state, seq)
     VALUES (?1, ?2, ?3, (SELECT coalesce(max(seq), 0) + 1 FROM journal_attempt))
     ON CONFLICT (order_number) DO UPDATE SET phase = ?2,
       state = json_set(?3, '$.holdUntil', min(?3 ->> '$.holdUntil', state ->> '$.holdUntil'))`,
    attempt.orderNumber,
    attempt.phase,
    JSON.stringify(attempt),
  )
  const open = attempt.phase !== 'done' && attempt.phase !== 'released'
  openBy.set(storage, open ? attempt.orderNumber : null)
  return attempt
}

/** A new attempt for this draft. */
export function newAttempt(
  draft: OrderDraft,
  rest: Pick<Attempt, 'fingerprint' | 'couponLimits' | 'confirmationToken' | 'actors'>,
): Attempt {
  return {
    ...rest,
    orderNumber: draft.orderNumber,
    phase: 'drafted',
    draft,
    intentId: null,
    redirectUrl: null,
    chargeRef: null,
    confirmed: false,
    waiting: false,
    refusal: null,
    holdUntil: draft.placedAt + HOLD_MS,
    wakes: 0,
    late: null,
  }
}

/** The order that waits for its shopper; `null` when none does. Synchronous. */
export function pendingPayment(ctx: Pick<JournalContext, 'storage'>): PendingPayment | null {
  const open = openAttempt(ctx)
  if (!open?.waiting) return null
  const { orderNumber, redirectUrl, holdUntil, draft } = open
  return { orderNumber, paymentMethod: draft.paymentMethod, redirectUrl, holdUntil }
}

/** Returns the end of the reservation as it is now; a run that was canceled meanwhile learns of that here. */
export function reservationEnd(
  ctx: Pick<JournalContext, 'storage'>,
  { orderNumber, holdUntil }: Attempt,
): number {
  return readAttempt(ctx, orderNumber)?.holdUntil ?? holdUntil
}

/** Ends the reservation: whatever the attempt has not asked of the provider by now is never asked. */
export function endReservation(ctx: Pick<JournalContext, 'storage' | 'now'>, attempt: Attempt): Attempt {
  return writeAttempt(ctx, { ...attempt, holdUntil: Math.min(attempt.holdUntil, ctx.now()) })
}

/** Returns canceled attempts that may still be paid. */
export function lateAttempts({ storage }: Pick<JournalContext, 'storage'>): Attempt[] {
  return table(storage)
    .exec<Row>(
      "SELECT state FROM journal_attempt WHERE phase = 'released' AND state ->> '$.late.at' IS NOT NULL",
    )
    .toArray()
    .map(parseAttempt)
}

/** Returns when a canceled attempt is checked again, after `looks` checks. */
export function nextLateCheck(now: number, looks: number, until: number): NonNullable<Attempt['late']> {
  const pause = Math.min(MAX_LATE_PAUSE, FIRST_LATE_CHECK * 2 ** Math.min(looks, 20))
  // The last check is the one at `until`; while its result is unknown, more follow.
  return { looks, until, at: now < until ? Math.min(until, now + pause) : now + pause }
}

/**
 * Returns when the object must continue its journal; `null` when nothing is left to do. An open attempt: soon, and less
 * often each time; while the shopper has to act, each minute until the reservation ends.
 */
export function nextAlarmAt(ctx: Pick<JournalContext, 'storage' | 'now'>): number | null {
  const times = lateAttempts(ctx).flatMap(({ late }) => late?.at ?? [])
  const open = openAttempt(ctx)
  if (open) times.push(nextWakeAt(open, ctx.now()))
  return times.length > 0 ? Math.min(...times) : null
}

function nextWakeAt({ waiting, holdUntil, wakes }: Attempt, now: number): number {
  if (waiting && holdUntil > now) return Math.min(holdUntil, now + WAITING_WAKE)
  const longest = holdUntil > now ? MAX_WAKE_DELAY : MAX_WAKE_DELAY_AFTER_HOLD
  return now + Math.min(longest, FIRST_WAKE * 2 ** Math.min(wakes, 10))
}

/**
 * Does `work` under an alarm that is set before it, so that a process that dies meanwhile is replaced within seconds.
 * Afterwards the alarm is set to when the rows, or an earlier alarm, want it.
 */
export async function withAlarm<T>(
  ctx: Pick<JournalContext, 'storage' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const others = await ctx.storage.getAlarm()
  const soon = ctx.now() + FIRST_WAKE
  if (others === null || others > soon) await ctx.storage.setAlarm(soon)
  try {
    return await work()
  } finally {
    const wanted = nextAlarmAt(ctx)
    if (wanted !== null || others !== null) {
      await ctx.storage.setAlarm(
        Math.min(wanted ?? Number.POSITIVE_INFINITY, others ?? Number.POSITIVE_INFINITY),
      )
    }
  }
}
