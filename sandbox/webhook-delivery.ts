import type { Fault } from './control/faults.ts'
import type { Records } from './records.ts'

/** One delivery of an event to the shop. Times are in milliseconds. */
export interface Delivery {
  id: number
  event: string
  type: string
  due: number
  attempts: number
  state: 'waiting' | 'delivered' | 'given_up'
  /** Waits for a later event to arrive first. */
  held: 0 | 1
  /** Has a signature with a wrong secret. */
  forged: 0 | 1
  /** HTTP status or network error of the last attempt. */
  result: string
}

/** Milliseconds after which an attempt has failed. */
const ATTEMPT_TIMEOUT = 10_000

/** Pauses between attempts; Stripe waits hours, these are short enough to watch. */
const WAITS = [1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000, 6 * 3_600_000]

/** Returns the time of the next attempt after this many failures; null when no attempt is left. */
function nextAttempt(attempts: number, now: number): number | null {
  const wait = WAITS[attempts - 1]
  return wait === undefined ? null : now + wait
}

type Plan = Pick<Delivery, 'due' | 'held' | 'forged'>

/** Returns the deliveries of a new event: one at once, unless a fault changes that. */
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

/** Queues a delivery. */
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

/** Returns the pending deliveries, oldest first. */
function waiting(records: Records): Delivery[] {
  return listDeliveries(records, 1000)
    .filter(({ state }) => state === 'waiting')
    .reverse()
}

/**
 * Claims the next due delivery by moving its time beyond the length of an attempt: a second run at the same
 * time does not send it too, and a crash during the attempt does not lose it.
 */
function claimDue(records: Records, now: number): Delivery | undefined {
  const [delivery] = waiting(records)
    .filter(({ due }) => due <= now)
    .sort((one, other) => one.due - other.due)
  if (delivery) put(records, { ...delivery, due: now + 2 * ATTEMPT_TIMEOUT })
  return delivery
}

/** Stores the result of an attempt; a success releases earlier events that wait for a later one. */
function saveAttempt(
  records: Records,
  delivery: Delivery,
  isDelivered: boolean,
  result: string,
  now: number,
): void {
  const attempts = delivery.attempts + 1
  const retryAt = isDelivered ? null : nextAttempt(attempts, now)
  const state = isDelivered ? 'delivered' : retryAt === null ? 'given_up' : 'waiting'
  put(records, { ...delivery, attempts, state, due: retryAt ?? now, result, held: 0 })
  if (!isDelivered) return
  const released = waiting(records).filter(({ id, held }) => held === 1 && id < delivery.id)
  for (const held of released) put(records, { ...held, held: 0, due: now })
}

/** Returns the time of the next delivery; null when none is pending. */
export function nextDue(records: Records): number | null {
  const times = waiting(records).map(({ due }) => due)
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns the number of pending deliveries of an event. */
export function pendingFor(records: Records, event: string): number {
  return waiting(records).filter((delivery) => delivery.event === event).length
}

/** The HTTP request of one attempt. */
export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

/** Builds the request of an attempt; `null` when the service has no webhook address any more. */
export type RequestBuilder = (delivery: Delivery) => Promise<WebhookRequest | null>

/** Sends all due deliveries, one after the other; returns the number of attempts. */
export async function deliverDue(records: Records, build: RequestBuilder): Promise<number> {
  let attempts = 0
  for (let delivery = claimDue(records, Date.now()); delivery; delivery = claimDue(records, Date.now())) {
    attempts++
    const { isDelivered, result } = await attempt(await build(delivery))
    saveAttempt(records, delivery, isDelivered, result, Date.now())
  }
  return attempts
}

async function attempt(request: WebhookRequest | null): Promise<{ isDelivered: boolean; result: string }> {
  if (!request) return { isDelivered: false, result: 'no address' }
  const { url, headers, body } = request
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT),
    })
    await reply.body?.cancel()
    return { isDelivered: reply.ok, result: String(reply.status) }
  } catch (error) {
    return { isDelivered: false, result: error instanceof Error ? error.message : String(error) }
  }
}
