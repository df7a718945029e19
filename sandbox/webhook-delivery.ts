import type { Fault } from './control/faults.ts'

/** One event on its way to the shop. Times are milliseconds. */
export interface Delivery {
  id: number
  event: string
  type: string
  due: number
  attempts: number
  state: 'waiting' | 'delivered' | 'given_up'
  /** Waits for a later event to arrive first. */
  held: 0 | 1
  /** Is signed with a wrong secret. */
  forged: 0 | 1
  /** HTTP status or the words of a network error, of the last attempt. */
  result: string
}

/** How long an attempt may take before it counts as failed. */
const ATTEMPT_TIMEOUT = 10_000

/** Waits between attempts; Stripe's own are hours, these are short enough to watch. */
const WAITS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000]

/** When to try again after this many failed attempts, or null to give up. */
function nextAttempt(attempts: number, now: number): number | null {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? null : now + wait
}

type Plan = Pick<Delivery, 'due' | 'held' | 'forged'>

/** The deliveries of a fresh event: one at once, unless a fault says otherwise. */
export function planDeliveries(fault: Fault | null, now: number): Plan[] {
  const plain: Plan = { due: now, held: 0, forged: 0 }
  switch (fault?.action) {
    case 'drop':
      return []
    case 'twice':
      return [plain, plain]
    case 'delay':
      return [{ ...plain, due: now + fault.ms }]
    case 'reorder':
      return [{ ...plain, due: now + fault.ms, held: 1 }]
    case 'forge':
      return [{ ...plain, forged: 1 }]
    default:
      return [plain]
  }
}

/** The table of deliveries. */
export function createDeliveries(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event TEXT NOT NULL,
    type TEXT NOT NULL,
    due INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL DEFAULT 'waiting',
    held INTEGER NOT NULL,
    forged INTEGER NOT NULL,
    result TEXT NOT NULL DEFAULT ''
  )`)
}

/** Puts a delivery into the queue. */
export function queueDelivery(sql: SqlStorage, event: string, type: string, plan: Plan): void {
  sql.exec(
    'INSERT INTO deliveries (event, type, due, held, forged) VALUES (?, ?, ?, ?, ?)',
    event,
    type,
    plan.due,
    plan.held,
    plan.forged,
  )
}

/**
 * Takes the next delivery that is due and puts its time off by the length of an attempt: a second run at the
 * same time does not send it too, and a crash during the attempt does not lose it.
 */
function takeDue(sql: SqlStorage, now: number): Delivery | undefined {
  const query = "SELECT * FROM deliveries WHERE state = 'waiting' AND due <= ? ORDER BY due, id LIMIT 1"
  const [row] = sql.exec<Record<string, SqlStorageValue>>(query, now).toArray()
  if (!row) return undefined
  const delivery = row as unknown as Delivery
  sql.exec('UPDATE deliveries SET due = ? WHERE id = ?', now + 2 * ATTEMPT_TIMEOUT, delivery.id)
  return delivery
}

/** Writes the result of an attempt; a success lets the events go that waited for a later one. */
function noteAttempt(
  sql: SqlStorage,
  delivery: Delivery,
  arrived: boolean,
  result: string,
  now: number,
): void {
  const attempts = delivery.attempts + 1
  const again = arrived ? null : nextAttempt(attempts, now)
  const state = arrived ? 'delivered' : again === null ? 'given_up' : 'waiting'
  sql.exec(
    'UPDATE deliveries SET attempts = ?, state = ?, due = ?, result = ?, held = 0 WHERE id = ?',
    attempts,
    state,
    again ?? now,
    result,
    delivery.id,
  )
  if (arrived) {
    sql.exec(
      "UPDATE deliveries SET held = 0, due = ? WHERE held = 1 AND state = 'waiting' AND id < ?",
      now,
      delivery.id,
    )
  }
}

/** When the next delivery is due, or null when none waits. */
export function nextDue(sql: SqlStorage): number | null {
  const query = "SELECT MIN(due) AS due FROM deliveries WHERE state = 'waiting'"
  return sql.exec<{ due: number | null }>(query).one().due
}

/** The latest deliveries, newest first. */
export function listDeliveries(sql: SqlStorage, limit: number): Delivery[] {
  return sql
    .exec<Record<string, SqlStorageValue>>('SELECT * FROM deliveries ORDER BY id DESC LIMIT ?', limit)
    .toArray() as unknown as Delivery[]
}

/** How many deliveries of the event still wait. */
export function pendingFor(sql: SqlStorage, event: string): number {
  const query = "SELECT COUNT(*) AS pending FROM deliveries WHERE event = ? AND state = 'waiting'"
  return sql.exec<{ pending: number }>(query, event).one().pending
}

/** What one attempt sends. */
export interface Parcel {
  url: string
  headers: Record<string, string>
  body: string
}

/** Packs an event for an attempt; `null` when its service sends none any more. */
export type Packer = (delivery: Delivery) => Promise<Parcel | null>

/** Sends everything that is due, one after the other, and says how many attempts were made. */
export async function deliverDue(sql: SqlStorage, pack: Packer): Promise<number> {
  let attempts = 0
  for (let delivery = takeDue(sql, Date.now()); delivery; delivery = takeDue(sql, Date.now())) {
    attempts++
    const { arrived, result } = await attempt(await pack(delivery))
    noteAttempt(sql, delivery, arrived, result, Date.now())
  }
  return attempts
}

async function attempt(parcel: Parcel | null): Promise<{ arrived: boolean; result: string }> {
  if (!parcel) return { arrived: false, result: 'no address' }
  const { url, headers, body } = parcel
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT),
    })
    await answer.body?.cancel()
    return { arrived: answer.ok, result: String(answer.status) }
  } catch (error) {
    return { arrived: false, result: error instanceof Error ? error.message : String(error) }
  }
}
