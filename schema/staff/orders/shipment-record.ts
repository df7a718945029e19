/** The label of a parcel that was sent, and how staff correct it (H14o). */
import * as v from 'valibot'
import { CARRIER_NAMES, trackingNumber } from '../../orders/life/order-lifecycle.ts'
import { changedFields, type Evaluation, type EvaluationContext } from '../changes/change.ts'

export interface ShipmentValues {
  carrier: string
  trackingNumber: string
}

export interface ShipmentFacts {
  orderNumber: string
  /** The order that has the new tracking number already; `null` for a free one. */
  takenBy: string | null
}

export const SHIPMENT_ID = v.pipe(v.string(), v.regex(/^-?[1-9]\d{0,14}$/))

export const SHIPMENT_PATCH = v.partial(
  v.strictObject({
    carrier: v.picklist(CARRIER_NAMES),
    trackingNumber: v.pipe(
      v.string(),
      v.maxLength(100),
      v.transform((text) => trackingNumber(text)),
      v.string(),
    ),
  }),
)
export type ShipmentPatch = v.InferOutput<typeof SHIPMENT_PATCH>

/** Evaluates a correction: a number that another parcel has would lead its buyer to the wrong one. */
export function evaluateShipment(
  before: ShipmentValues,
  patch: ShipmentPatch | Partial<ShipmentValues>,
  { takenBy }: ShipmentFacts,
  { actor }: EvaluationContext,
): Evaluation<ShipmentValues> {
  if (!actor.may('orders.send')) return { ok: false, problem: 'permission' }
  if (takenBy !== null) return { ok: false, problem: 'tracking-taken', field: 'trackingNumber' }
  return { ok: true, after: changedFields(before, patch as Partial<ShipmentValues>) }
}
