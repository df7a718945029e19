/** The journal's rows: one per attempt to place the order of this cart, kept in the object's own SQLite. */
import { upgradeLines } from '../../schema/domain/cart-upgrade.ts'
import type { OrderDraft, OrderRefused, PendingPayment } from '../../schema/domain/order.ts'
import { HOLD_MS } from '../../schema/domain/payment.ts'
import type { JournalContext } from './journal-context.ts'

/**
 * Where an attempt stands. Each phase says what is certain, so that whoever finds the row knows what to do next.
 *
 * drafted    nothing but this row is certain; D1 may have the order or not
 * held       D1 has the order, stock and coupon are taken; no money can have moved
 * charging   the provider has a payment, its id is here; money may have moved
 * accepted   decided: the order stands. D1 may not know yet
 * refusing   decided: the order falls. Payment and stock may still be open
 * done       closed, the order stands
 * released   closed, nothing is held
 */
export type Phase = 'drafted' | 'held' | 'charging' | 'accepted' | 'refusing' | 'done' | 'released'

export interface Attempt {
  orderNumber: string
  phase: Phase
  /** The request as text; the same text again means the same order. */
  fingerprint: string
  draft: OrderDraft
  couponLimits: { perCustomer: number | null; firstOrderOnly: boolean }
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
  /** Times the alarm has found this attempt open. */
  wakes: number
}

interface Row extends Record<string, SqlStorageValue> {
  state: string
}

/** Milliseconds after which an attempt that a crash left open is taken up again. */
const FIRST_WAKE = 15_000
const LONGEST_WAKE = 5 * 60_000

// What is known of a storage while its object lives; the rows are the truth and are read once.
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
  return row ? attemptOf(row) : null
}

/** The newest attempt, open or closed. */
export function lastAttempt({ storage }: Pick<JournalContext, 'storage'>): Attempt | null {
  const [row] = table(storage)
    .exec<Row>('SELECT state FROM journal_attempt ORDER BY seq DESC LIMIT 1')
    .toArray()
  return row ? attemptOf(row) : null
}

/** An attempt of an earlier release may still be open, or be asked for again. */
function attemptOf(row: Row): Attempt {
  const attempt = JSON.parse(row.state) as Attempt
  return {
    ...attempt,
    redirectUrl: attempt.redirectUrl ?? null,
    chargeRef: attempt.chargeRef ?? null,
    draft: upgradeLines(attempt.draft),
  }
}

/** Writes an attempt down; what follows in the same turn (saveCart) is kept together with it or not at all. */
export function writeAttempt({ storage }: Pick<JournalContext, 'storage'>, attempt: Attempt): Attempt {
  table(storage).exec(
    `INSERT INTO journal_attempt (order_number, phase, state, seq)
     VALUES (?1, ?2, ?3, (SELECT coalesce(max(seq), 0) + 1 FROM journal_attempt))
     ON CONFLICT (order_number) DO UPDATE SET phase = ?2, state = ?3`,
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
  rest: Pick<Attempt, 'fingerprint' | 'couponLimits' | 'confirmationToken'>,
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
  }
}

/** The order that waits for its shopper; `null` when none does. Synchronous. */
export function pendingPayment(ctx: Pick<JournalContext, 'storage'>): PendingPayment | null {
  const open = openAttempt(ctx)
  if (!open?.waiting) return null
  const { orderNumber, redirectUrl, holdUntil, draft } = open
  return { orderNumber, paymentMethod: draft.paymentMethod, redirectUrl, holdUntil }
}

/**
 * When the object must look at its journal again; `null` when nothing is open. While the shopper's bank is asking,
 * that is the end of the hold; otherwise soon, and more seldom each time.
 */
export function nextWake(ctx: Pick<JournalContext, 'storage' | 'now'>): number | null {
  const open = openAttempt(ctx)
  if (!open) return null
  const now = ctx.now()
  if (open.waiting && open.holdUntil > now) return open.holdUntil
  return now + Math.min(LONGEST_WAKE, FIRST_WAKE * 2 ** Math.min(open.wakes, 10))
}

/** Sets the object's alarm for the journal, unless it rings earlier for another reason. */
export async function setWake(ctx: Pick<JournalContext, 'storage' | 'now'>): Promise<void> {
  const wanted = nextWake(ctx)
  if (wanted === null) return
  const set = await ctx.storage.getAlarm()
  if (set === null || set > wanted) await ctx.storage.setAlarm(wanted)
}
