/** Webhooks: what programs are notified of, when a failed message is sent again, and a webhook as a record that staff change (H14y). */
import * as v from 'valibot'
import type { StaffPermission } from '../../identity/staff/permissions.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/duration.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'
import { KEY_ID } from './api-key.ts'

export const WEBHOOK_KINDS = ['unit', 'order', 'return'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
export const WEBHOOK_KIND_LABELS: Readonly<Record<WebhookKind, string>> = {
  unit: 'Units: added, changed, sold, back',
  order: 'Orders: placed, changed',
  return: 'Returns: asked for, changed',
}

/** The permission whose data a kind sends. */
const KIND_PERMISSIONS: Readonly<Record<WebhookKind, StaffPermission>> = {
  unit: 'units.see',
  order: 'orders.see',
  return: 'returns',
}

export type WebhookType =
  | 'unit.created'
  | 'unit.changed'
  | 'unit.unavailable'
  | 'unit.available'
  | 'order.created'
  | 'order.changed'
  | 'return.created'
  | 'return.changed'
export const WEBHOOK_TYPE_LABELS: Readonly<Record<WebhookType, string>> = {
  'unit.created': 'Unit added',
  'unit.changed': 'Unit changed',
  'unit.unavailable': 'Unit sold or off sale',
  'unit.available': 'Unit on sale',
  'order.created': 'Order placed',
  'order.changed': 'Order changed',
  'return.created': 'Return asked for',
  'return.changed': 'Return changed',
}

/** How long messages and tries are stored, and so how far back they can be sent again. */
export const WEBHOOK_LOG_MS = 30 * DAY_MS

/** Pauses after each failed try of a message; the last one repeats. */
const PAUSES_MS = [
  MINUTE_MS / 2,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
] as const
/** After so many tries a message waits for a person. */
export const MAX_WEBHOOK_ATTEMPTS = 12
/** An address that failed so often in a row, and for so long, is stopped. */
const STOP_FAILURES = 20
const STOP_MS = DAY_MS

/** Returns how long a message waits after its `attempts`-th failed try, in milliseconds. */
export function retryPause(attempts: number): number {
  return PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? PAUSES_MS[0]
}

/** Checks whether the shop gives up on an address. A server that answers "gone" (410) wants no more messages. */
export function isHopeless(
  { failures, failingSince, status }: { failures: number; failingSince: number; status: number | null },
  now: number,
): boolean {
  return status === 410 || (failures >= STOP_FAILURES && now - failingSince >= STOP_MS)
}

export interface WebhookValues {
  address: string
  kinds: WebhookKind[]
  isActive: boolean
  /** True while the shop has given up on the address. */
  isStopped: boolean
}

export const NEW_WEBHOOK: WebhookValues = { address: '', kinds: [], isActive: false, isStopped: false }
export const WEBHOOK_ID = KEY_ID
export const WEBHOOK_PATCH = v.partial(
  v.strictObject({
    address: v.pipe(v.string(), v.minLength(1), v.maxLength(500)),
    kinds: v.pipe(v.array(v.picklist(WEBHOOK_KINDS)), v.minLength(1)),
    isActive: v.boolean(),
    isStopped: v.literal(false),
  }),
)
export type WebhookPatch = v.InferOutput<typeof WEBHOOK_PATCH>

/** Evaluates a webhook: nobody has more sent than they may see, its address stays, one that ended stays ended. */
export function evaluateWebhook(
  before: WebhookValues,
  patch: WebhookPatch | Partial<WebhookValues>,
  { isNew }: { isNew: boolean },
  { actor }: EvaluationContext,
): Evaluation<WebhookValues> {
  if (!actor.may('keys')) return { ok: false, problem: 'permission' }
  const after = changedFields(before, patch as Partial<WebhookValues>)
  const added = after.kinds?.filter((kind) => !before.kinds.includes(kind)) ?? []
  if (!added.every((kind) => actor.may(KIND_PERMISSIONS[kind])))
    return { ok: false, problem: 'permission', field: 'kinds' }
  const isPossible = isNew
    ? after.address !== undefined && after.kinds !== undefined && after.isActive === true
    : after.address === undefined && after.isActive !== true && before.isActive
  return isPossible ? { ok: true, after } : { ok: false, problem: 'invalid' }
}
