/** One tire, or set, that is picked for an order, and how its state changes (H14). */
import * as v from 'valibot'
import type { OrderLifecycle } from '../../orders/life/order-lifecycle.ts'
import type { OrderStatus } from '../../orders/order.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

const PICK_STATES = ['open', 'picked', 'missing'] as const
export type PickState = (typeof PICK_STATES)[number]

export const PICK_STATE_LABELS: Readonly<Record<PickState, string>> = {
  open: 'To pick',
  picked: 'Picked',
  missing: 'Not found',
}

export interface PickValues {
  state: PickState
}

export interface PickFacts {
  orderStatus: OrderStatus
  /** Whether some of it is in a parcel. */
  isPacked: boolean
}

export const PICK_PATCH = v.partial(v.strictObject({ state: v.picklist(PICK_STATES) }))
export type PickPatch = v.InferOutput<typeof PICK_PATCH>

/** Orders in these states wait for their tires; a partly refunded one only until its first parcel leaves. */
export const PICKED_STATUSES: readonly OrderStatus[] = ['paid', 'processing', 'partly_refunded']

/** Checks whether an order goes on and nothing of it has left the yard. */
export function isInYard({ shipments, status, wasDelivered }: OrderLifecycle): boolean {
  return shipments.length === 0 && !wasDelivered && PICKED_STATUSES.includes(status)
}

/** Evaluates a pick: nothing is picked for an order that is canceled, refunded or sent. */
export function evaluatePick(
  before: PickValues,
  patch: PickPatch | Partial<PickValues>,
  { orderStatus, isPacked }: PickFacts,
  { actor }: EvaluationContext,
): Evaluation<PickValues> {
  const after = changedFields(before, patch as Partial<PickValues>)
  if (!actor.may('orders.pick')) return { ok: false, problem: 'permission', field: 'state' }
  if (after.state && isPacked) return { ok: false, problem: 'in-parcel', field: 'state' }
  if (after.state === 'picked' && !PICKED_STATUSES.includes(orderStatus))
    return { ok: false, problem: 'order-ended', field: 'state' }
  return { ok: true, after }
}
