import type { Fault } from './control/faults.ts'
import type { Records } from './records.ts'

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

/** Puts a delivery into the queue. */
export function queueDelivery(records: Records, event: string, type: string, plan: Plan): void {
  const id = (listDeliveries(records, 1)[0]?.id ?? 0) + 1
  put(records, { id, event, type, attempts: 0, state: 'waiting', result: '', ...plan })
}

/** Returns the latest deliveries, newest first. */
export function listDeliveries(records: Records, limit: number): Delivery[] {
  return records.newest('delivery', limit)
}

function put(records: Records, delivery: Delivery): void {
  records.put('delivery', String(delivery.id), delivery)
}

/** Returns the deliveries that wait, oldest first. */
function waiting(records: Records): Delivery[] {
  return listDeliveries(records, 1000)
    .filter(({ state }) => state === 'waiting')
    .reverse()
}

/**
 * Takes the next delivery that is due and puts its time off by the length of an attempt: a second run at the
 * same time does not send it too, and a crash during the attempt does not lose it.
 */
function takeDue(records: Records, now: number): Delivery | undefined {
  const [delivery] = waiting(records)
    .filter(({ due }) => due <= now)
    .sort((one, other) => one.due - other.due)
  if (delivery) put(records, { ...delivery, due: now + 2 * ATTEMPT_TIMEOUT })
  return delivery
}

/** Writes the result of an attempt; a success releases the events that waited for a later one. */
function noteAttempt(
  records: Records,
  delivery: Delivery,
  arrived: boolean,
  result: string,
  now: number,
): void {
  const attempts = delivery.attempts + 1
  const again = arrived ? null : nextAttempt(attempts, now)
  const state = arrived ? 'delivered' : again === null ? 'given_up' : 'waiting'
  put(records, { ...delivery, attempts, state, due: again ?? now, result, held: 0 })
  if (!arrived) return
  const released = waiting(records).filter(({ id, held }) => held === 1 && id < delivery.id)
  for (const held of released) put(records, { ...held, held: 0, due: now })
}

/** When the next delivery is due, or null when none waits. */
export function nextDue(records: Records): number | null {
  const dues = waiting(records).map(({ due }) => due)
  return dues.length === 0 ? null : Math.min(...dues)
}

/** How many deliveries of the event still wait. */
export function pendingFor(records: Records, event: string): number {
  return waiting(records).filter((delivery) => delivery.event === event).length
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
export async function deliverDue(records: Records, pack: Packer): Promise<number> {
  let attempts = 0
  for (let delivery = takeDue(records, Date.now()); delivery; delivery = takeDue(records, Date.now())) {
    attempts++
    const { arrived, result } = await attempt(await pack(delivery))
    noteAttempt(records, delivery, arrived, result, Date.now())
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
