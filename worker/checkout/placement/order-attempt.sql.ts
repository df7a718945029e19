/** The journal's rows in the cart object's own SQLite: one row per attempt to place the order of this cart. */
import { migrateLines } from '../../../schema/cart/cart-record-migration.ts'
import type { OrderActor } from '../../../schema/orders/limits/order-limits.ts'
import type { OrderDraft, OrderRefused, PendingPayment } from '../../../schema/orders/order.ts'
import { RESERVATION_MS } from '../../../schema/orders/payment.ts'
import { HOUR_MS } from '../../../schema/platform/duration.ts'
import type { JournalContext } from './order-journal-context.ts'

/**
 * The phase of an attempt. Each phase defines what is certain, so that the next call can continue. The names are stored
 * in existing objects and must not change.
 *
 * drafted    nothing but this row is certain; D1 may have the order or not
 * held       D1 has the order, stock and coupon are reserved; no money can have moved
 * charging   the provider has a payment, the attempt has its id; money may have moved
 * accepted   decided: the order is certain; D1 may not be updated yet
 * refusing   decided: the order is canceled; payment and stock may still be open
 * done       closed, the order is confirmed
 * released   closed, nothing is reserved
 */
export type Phase = 'drafted' | 'held' | 'charging' | 'accepted' | 'refusing' | 'done' | 'released'

/** The limits of a coupon that only the batch of the order can check. */
export interface CouponLimits {
  perCustomer: number | null
  firstOrderOnly: boolean
}

export interface Attempt {
  orderNumber: string
  phase: Phase
  /**
   * The hash of the whole request with its token: equal means that the same call is repeated.
   * `draft.payloadHash` identifies the same order.
   */
  fingerprint: string
  draft: OrderDraft
  couponLimits: CouponLimits
  /** The actors whose limits the order counts towards; absent in attempts of earlier releases. */
  actors?: readonly OrderActor[]
  confirmationToken: string | null
  /** The provider's id of the payment; the name is stored. */
  intentId: string | null
  /** The provider's page where the shopper approves the payment; `null` when there is none. */
  redirectUrl: string | null
  /** The provider's id of the charge, which refunds name; known after the money was charged. */
  chargeRef: string | null
  /** True from the moment before the money is requested; says nothing about the order. The name is stored. */
  confirmed: boolean
  /** True while the bank or the provider waits for the shopper. */
  waiting: boolean
  refusal: OrderRefused | null
  /** The end of the reservation; the name is stored and sent. */
  holdUntil: number
  /** How often the alarm has found this attempt open. */
  wakes: number
  /**
   * For a canceled attempt that may still be paid: time of the next check, number of checks done, time of the last one.
   */
  late: { at: number; looks: number; until: number } | null
}

type StorageContext = Pick<JournalContext, 'storage'>

/** Milliseconds after which an open attempt is continued after a crash; the delay doubles each time. */
const FIRST_WAKE = 3_000
const MAX_WAKE_DELAY = 60_000
/** The maximum after the end of the reservation. */
const MAX_WAKE_DELAY_AFTER_RESERVATION = 5 * 60_000
/**
 * Milliseconds between two checks of a payment that waits for the shopper, who may have approved it without returning.
 */
const WAITING_WAKE = 60_000
/** Milliseconds until the first check for a late payment, and the longest delay between two checks. */
const FIRST_LATE_CHECK = 30_000
const MAX_LATE_DELAY = 6 * HOUR_MS

// A cache for the lifetime of the object, so that the rows are read once.
const openNumbers = new WeakMap<DurableObjectStorage, string | null>()

const TABLE =
  'CREATE TABLE IF NOT EXISTS journal_attempt (order_number TEXT PRIMARY KEY, phase TEXT NOT NULL, state TEXT NOT NULL, seq INTEGER NOT NULL)'

/** Checks whether the table exists: the first attempt creates it, so that a cart without an order does not store it. */
function hasTable({ sql }: DurableObjectStorage): boolean {
  return sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'journal_attempt'").toArray().length > 0
}

/** Returns the order number of the open attempt, or `null` when none is open. Synchronous. */
export function openAttemptNumber({ storage }: StorageContext): string | null {
  const known = openNumbers.get(storage)
  if (known !== undefined) return known
  const query = "SELECT order_number FROM journal_attempt WHERE phase NOT IN ('done', 'released') LIMIT 1"
  const [row] = hasTable(storage) ? storage.sql.exec<{ order_number: string }>(query).toArray() : []
  openNumbers.set(storage, row?.order_number ?? null)
  return row?.order_number ?? null
}

/** Returns the open attempt, or `null` when none is open. Synchronous. */
export function openAttempt(ctx: StorageContext): Attempt | null {
  const orderNumber = openAttemptNumber(ctx)
  return orderNumber === null ? null : readAttempt(ctx, orderNumber)
}

/** Returns the attempt with this order number, open or closed. */
export function readAttempt(ctx: StorageContext, orderNumber: string): Attempt | null {
  return selectAttempts(ctx, 'WHERE order_number = ?', orderNumber)[0] ?? null
}

/** Returns the newest attempt, open or closed. */
export function lastAttempt(ctx: StorageContext): Attempt | null {
  return selectAttempts(ctx, 'ORDER BY seq DESC LIMIT 1')[0] ?? null
}

/** Returns all attempts of this cart, the oldest first. */
export function allAttempts(ctx: StorageContext): Attempt[] {
  return selectAttempts(ctx, 'ORDER BY seq')
}

function selectAttempts({ storage }: StorageContext, clause: string, ...values: string[]): Attempt[] {
  if (!hasTable(storage)) return []
  return storage.sql
    .exec<{ state: string }>(`SELECT state FROM journal_attempt ${clause}`, ...values)
    .toArray()
    .map(({ state }) => parseAttempt(state))
}

/** Adds the fields that an attempt of an earlier release lacks; such an attempt may still be open or be read. */
function parseAttempt(state: string): Attempt {
  const attempt = JSON.parse(state) as Attempt
  return {
    ...attempt,
    redirectUrl: attempt.redirectUrl ?? null,
    chargeRef: attempt.chargeRef ?? null,
    late: attempt.late ?? null,
    draft: migrateLines(attempt.draft),
  }
}

/** Stores an attempt; writes that follow in the same turn (`saveCart`) are stored together with it or not at all. */
export function writeAttempt({ storage }: StorageContext, attempt: Attempt): Attempt {
  if (attempt.phase === 'drafted') storage.sql.exec(TABLE)
  storage.sql.exec(
    `INSERT INTO journal_attempt (order_number, phase, state, seq)
     VALUES (?1, ?2, ?3, (SELECT coalesce(max(seq), 0) + 1 FROM journal_attempt))
     ON CONFLICT (order_number) DO UPDATE SET phase = ?2,
       state = json_set(?3, '$.holdUntil', min(?3 ->> '$.holdUntil', state ->> '$.holdUntil'))`,
    attempt.orderNumber,
    attempt.phase,
    JSON.stringify(attempt),
  )
  const open = attempt.phase !== 'done' && attempt.phase !== 'released'
  // A check for a late payment writes an earlier attempt while a newer one is open.
  if (open) openNumbers.set(storage, attempt.orderNumber)
  else if (openNumbers.get(storage) === attempt.orderNumber) openNumbers.set(storage, null)
  return attempt
}

/** Creates the attempt of this draft. */
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
    holdUntil: draft.placedAt + RESERVATION_MS,
    wakes: 0,
    late: null,
  }
}

/** Returns the payment that waits for the shopper, or `null`. Synchronous. */
export function pendingPayment(ctx: StorageContext): PendingPayment | null {
  const open = openAttempt(ctx)
  if (!open?.waiting) return null
  const { orderNumber, redirectUrl, holdUntil, draft } = open
  return { orderNumber, paymentMethod: draft.paymentMethod, redirectUrl, holdUntil }
}

/** Returns the stored end of the reservation, which another call may have moved up while this run waited. */
export function reservationEnd(ctx: StorageContext, { orderNumber, holdUntil }: Attempt): number {
  // Called before every step: reads one number, not the whole attempt.
  const [row] = ctx.storage.sql
    .exec<{ at: number }>(
      "SELECT state ->> '$.holdUntil' AS at FROM journal_attempt WHERE order_number = ?",
      orderNumber,
    )
    .toArray()
  return row?.at ?? holdUntil
}

/** Ends the reservation: the attempt begins no further request to the provider. */
export function endReservation(ctx: Pick<JournalContext, 'storage' | 'now'>, attempt: Attempt): Attempt {
  return writeAttempt(ctx, { ...attempt, holdUntil: Math.min(attempt.holdUntil, ctx.now()) })
}

/** Returns canceled attempts that may still be paid. */
export function lateAttempts(ctx: StorageContext): Attempt[] {
  return selectAttempts(ctx, "WHERE phase = 'released' AND state ->> '$.late.at' IS NOT NULL")
}

/** Returns when a canceled attempt is checked next, after `looks` checks. */
export function nextLateCheck(now: number, looks: number, until: number): NonNullable<Attempt['late']> {
  const delay = Math.min(MAX_LATE_DELAY, FIRST_LATE_CHECK * 2 ** Math.min(looks, 20))
  // The check at `until` is the last one, unless its result is unknown.
  return { looks, until, at: now < until ? Math.min(until, now + delay) : now + delay }
}

/**
 * Returns when the object must continue its journal, or `null` when nothing is left to do. An open attempt continues
 * soon and then less and less often; while the shopper has to act, each minute until the reservation ends.
 */
export function nextAlarmAt(ctx: Pick<JournalContext, 'storage' | 'now'>): number | null {
  const times = lateAttempts(ctx).flatMap(({ late }) => late?.at ?? [])
  const open = openAttempt(ctx)
  if (open) times.push(nextWakeAt(open, ctx.now()))
  return times.length > 0 ? Math.min(...times) : null
}

function nextWakeAt({ waiting, holdUntil, wakes }: Attempt, now: number): number {
  if (waiting && holdUntil > now) return Math.min(holdUntil, now + WAITING_WAKE)
  const longest = holdUntil > now ? MAX_WAKE_DELAY : MAX_WAKE_DELAY_AFTER_RESERVATION
  return now + Math.min(longest, FIRST_WAKE * 2 ** Math.min(wakes, 10))
}

/**
 * Runs `work` under an alarm that is set before it, so that the journal continues within seconds after a crash.
 * Afterwards sets the alarm to the earlier of the time that the rows need and the alarm that was set before.
 */
export async function withAlarm<T>(
  ctx: Pick<JournalContext, 'storage' | 'now'>,
  work: () => Promise<T>,
): Promise<T> {
  const before = (await ctx.storage.getAlarm()) ?? Number.POSITIVE_INFINITY
  const soon = ctx.now() + FIRST_WAKE
  if (before > soon) await ctx.storage.setAlarm(soon)
  try {
    return await work()
  } finally {
    const next = Math.min(before, nextAlarmAt(ctx) ?? Number.POSITIVE_INFINITY)
    if (next < Number.POSITIVE_INFINITY) await ctx.storage.setAlarm(next)
  }
}
