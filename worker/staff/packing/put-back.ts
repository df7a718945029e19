/** Records that the tires of an ended order are back in their bins (H14o). */
import { type Actor, CHANGE_MESSAGES, type ChangeResult } from '../../../schema/staff/changes/change.ts'
import { PACKING_MESSAGES } from '../../../schema/staff/packing/packing-form.ts'
import { PACKED_STATUSES, parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import { applyChange } from '../changes/apply-change.ts'
import type { PackedOrder } from './packing-order.sql.ts'

/** Empties the parcels, then takes back the picks; `null`, or why something stays. `now` is in milliseconds. */
export async function putBack(
  db: D1Database,
  actor: Actor,
  { packed: { orderNumber, status, parcels, items }, key }: { packed: PackedOrder; key: string },
  now: number,
): Promise<string | null> {
  if (PACKED_STATUSES.includes(status)) return PACKING_MESSAGES.notEnded
  const about = { version: null, batch: key }
  const results: ChangeResult[] = []
  for (const { number, contents, isSent } of parcels)
    for (const sku of isSent ? [] : Object.keys(contents)) {
      const request = {
        record: 'parcel' as const,
        id: parcelId(orderNumber, number),
        key: `${key}-${number}-${sku}`,
      }
      const patch = { set: { sku, tires: 0 } }
      results.push(await applyChange(db, actor, { ...about, ...request, patch }, now))
    }
  for (const { id, state } of items)
    if (state === 'picked') {
      const request = { record: 'pick' as const, id: String(id), key: `${key}-pick-${id}` }
      results.push(await applyChange(db, actor, { ...about, ...request, patch: { state: 'open' } }, now))
    }
  const failed = results.find((result) => !result.ok)
  return failed && !failed.ok ? CHANGE_MESSAGES[failed.problem] : null
}
