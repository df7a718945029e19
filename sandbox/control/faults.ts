import type { Records } from '../records.ts'

/** The services whose faults a test can script. */
const FAULT_TARGETS = [
  ...(['stripe-api', 'stripe-webhook', 'paypal-api', 'paypal-webhook'] as const),
  ...(['afterpay-api', 'affirm-api', 'mail'] as const),
] as const
export type FaultTarget = (typeof FAULT_TARGETS)[number]

/**
 * The faults. For calls (`…-api`, `mail`): `error` answers with `status`; `slow` runs the call `ms` later,
 * with the idempotency key in use; `hang` runs the call at once and answers `ms` later; `lose_reply` runs the
 * call and answers 502; `late_error` runs the call and answers with `status`, which Stripe and Affirm repeat
 * for the idempotency key, as after an `error`. For events (`…-webhook`): `twice`, `delay` by `ms`, `reorder`
 * behind the next event (at the latest after `ms`), `drop`, `forge` (signed with another secret).
 */
const FAULT_ACTIONS = {
  'stripe-api': ['error', 'slow', 'hang', 'lose_reply', 'late_error'],
  'afterpay-api': ['error', 'slow', 'hang', 'lose_reply', 'late_error'],
  'affirm-api': ['error', 'slow', 'hang', 'lose_reply', 'late_error'],
  mail: ['error', 'slow', 'hang', 'lose_reply'],
  'paypal-api': ['error', 'slow', 'hang', 'lose_reply', 'late_error'],
  'stripe-webhook': ['twice', 'delay', 'reorder', 'drop', 'forge'],
  'paypal-webhook': ['twice', 'delay', 'reorder', 'drop', 'forge'],
} as const
export type FaultAction =
  | 'error'
  | 'slow'
  | 'hang'
  | 'lose_reply'
  | 'late_error'
  | 'twice'
  | 'delay'
  | 'reorder'
  | 'drop'
  | 'forge'

/** A scripted fault: it affects the next `times` calls or events that `match`. */
export interface Fault {
  target: FaultTarget
  /** An operation such as `payment_intents.create`, an event type, or a prefix of one with `*` at its end. */
  match: string
  action: FaultAction
  ms: number
  status: number
  times: number
}

const DEFAULTS = { match: '*', ms: 1000, status: 500, times: 1 }

/** Parses the body of POST /control/faults; returns a message when it is invalid. */
export function readFault(body: unknown): Fault | string {
  if (typeof body !== 'object' || body === null) return 'The body must be a JSON object.'
  const fields = { ...DEFAULTS, ...body } as Record<string, unknown>
  const target = FAULT_TARGETS.find((known) => known === fields.target)
  if (!target) return `target must be one of ${FAULT_TARGETS.join(', ')}`
  const actions: readonly FaultAction[] = FAULT_ACTIONS[target]
  const action = actions.find((known) => known === fields.action)
  if (!action) return `action for ${target} must be one of ${actions.join(', ')}`
  const { match, ms, status, times } = fields
  if (typeof match !== 'string') return 'match must be a text'
  if (!isWhole(ms, 0, 600_000)) return 'ms must be a whole number from 0 to 600000'
  if (!isWhole(status, 400, 599)) return 'status must be a whole number from 400 to 599'
  if (!isWhole(times, 1, 1_000_000)) return 'times must be a whole number from 1 to 1000000'
  return { target, match, action, ms, status, times }
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
}

/** Checks whether a fault's `match` covers this operation or event type. */
function covers(match: string, name: string): boolean {
  return match.endsWith('*') ? name.startsWith(match.slice(0, -1)) : match === name
}

/** Queues a fault after the pending ones. */
export function addFault(records: Records, fault: Fault): void {
  const id = crypto.randomUUID()
  records.put('fault', id, { id, fault })
}

/** Returns the pending faults, oldest first. */
export function listFaults(records: Records): Fault[] {
  return waitingFaults(records).map(({ fault }) => fault)
}

/** Uses the first fault that covers the call or event once; of a repeated call only the reply can fail. */
export function takeFault(
  records: Records,
  target: FaultTarget,
  name: string,
  isRepeat = false,
): Fault | null {
  const found = waitingFaults(records).find(
    ({ fault: { target: of, match, action } }) =>
      of === target && covers(match, name) && (!isRepeat || action === 'hang' || action === 'lose_reply'),
  )
  if (!found) return null
  const { id, fault } = found
  const times = fault.times - 1
  if (times > 0) records.put('fault', id, { id, fault: { ...fault, times } })
  else records.remove('fault', id)
  return fault
}

function waitingFaults(records: Records): { id: string; fault: Fault }[] {
  return records.newest<{ id: string; fault: Fault }>('fault', 1000).reverse()
}

/** Waits `ms` with the idempotency key in use, so that a second request finds the first one running. */
export async function holdKey(running: Set<string>, key: string | null, ms: number): Promise<void> {
  if (key !== null) running.add(key)
  try {
    await scheduler.wait(ms)
  } finally {
    if (key !== null) running.delete(key)
  }
}

/** Runs a call unless the fault is an `error`; returns the failure for `error` and `late_error`. */
export function runWithFault<Answer, Failure>(
  fault: Fault | null,
  work: () => Answer,
  fail: (status: number) => Failure,
): Answer | Failure {
  if (fault?.action === 'error') return fail(fault.status)
  const answer = work()
  return fault?.action === 'late_error' ? fail(fault.status) : answer
}
