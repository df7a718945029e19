/** Records the second inspection of a picked tire, then puts it into the open parcel (H14o). */
import type { InspectionReport } from '../../../schema/catalog/product/product.ts'
import { type Actor, CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import {
  findDifferences,
  SECOND_INSPECTION_MESSAGES,
} from '../../../schema/staff/packing/second-inspection.ts'
import { readDepths } from '../../../schema/staff/returns/return-readings.ts'
import { applyChange } from '../changes/apply-change.ts'

interface InspectionRequest {
  orderNumber: string
  parcel: number
  sku: string
  report: InspectionReport
  /** As typed, in the order of the report's grooves. */
  depths: readonly string[]
  /** Whether the person was asked to measure again. */
  isAgain: boolean
  key: string
}

/**
 * Returns `null` once the tire is inspected and packed, or why it isn’t. Readings that differ twice pass with the permission to correct
 * units alone. The readings are the reason of the change in the audit log. `now` is in milliseconds.
 */
export async function inspectTire(
  db: D1Database,
  actor: Actor,
  { orderNumber, parcel, sku, report, depths, isAgain, key }: InspectionRequest,
  now: number,
): Promise<string | null> {
  const grooves = readDepths(depths, report)
  if (!grooves) return SECOND_INSPECTION_MESSAGES.depths
  const isDifferent = findDifferences(report, grooves).length > 0
  if (isDifferent && !isAgain) return SECOND_INSPECTION_MESSAGES.again
  if (isDifferent && !actor.may('units.correct')) return SECOND_INSPECTION_MESSAGES.mismatch
  const why = `Measured ${grooves.map((tire) => tire.join(' · ')).join(' / ')}`
  const inspection = { record: 'unit' as const, id: sku, patch: { second: true }, version: null, why }
  const inspected = await applyChange(db, actor, { ...inspection, key: `${key}-second` }, now)
  if (!inspected.ok) return CHANGE_MESSAGES[inspected.problem]
  const packing = { record: 'parcel' as const, id: parcelId(orderNumber, parcel), patch: { add: sku } }
  const packed = await applyChange(db, actor, { ...packing, version: null, key }, now)
  // A tire that was packed before its inspection was due stays where it is.
  return packed.ok || packed.problem === 'packed' ? null : CHANGE_MESSAGES[packed.problem]
}
