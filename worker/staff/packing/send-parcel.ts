/** Sends a packed parcel by the shop's own rule of shipments (H14o): status and mail of the buyer are those of every shipment. */
import { type Actor, CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { PACKING_MESSAGES } from '../../../schema/staff/packing/packing-form.ts'
import { parcelId } from '../../../schema/staff/packing/parcel-record.ts'
import { isInspectionDue } from '../../../schema/staff/packing/second-inspection.ts'
import { type LifecycleEnv, shipOrder } from '../../orders/life/order-lifecycle.ts'
import { applyChange } from '../changes/apply-change.ts'
import type { PackedOrder } from './packing-order.sql.ts'

/**
 * Records the shipment of a parcel, then marks the parcel as sent; `null`, or why it was not sent. A repeated call ships once: after a lost
 * reply the shipment is found by its label. `now` is in milliseconds.
 */
export async function sendParcel(
  env: LifecycleEnv,
  actor: Actor,
  { packed, parcel: number, key }: { packed: PackedOrder; parcel: number; key: string },
  now: number,
): Promise<string | null> {
  const { orderNumber, parcels, items } = packed
  const parcel = parcels.find((one) => one.number === number)
  if (!parcel || Object.keys(parcel.contents).length === 0) return PACKING_MESSAGES.empty
  const { carrier, trackingNumber, isSent, contents } = parcel
  if (!isSent && hasRestocked(packed)) return PACKING_MESSAGES.restocked
  if (!isSent && items.some(({ sku, isRecalled }) => isRecalled === 1 && contents[sku]))
    return CHANGE_MESSAGES.recalled
  if (!isSent && items.some(({ sku, report }) => isInspectionDue(report) && contents[sku]))
    return CHANGE_MESSAGES['not-inspected']
  if (carrier === null || trackingNumber === null) return PACKING_MESSAGES.noLabel
  if (isSent) return null
  const by = `staff:${actor.staffId}`
  const shipped = await shipOrder(env, orderNumber, { carrier, trackingNumber }, { by, now })
  if (shipped !== 'done') return PACKING_MESSAGES.refused
  const change = { record: 'parcel' as const, id: parcelId(orderNumber, number), patch: { isSent: true } }
  const result = await applyChange(env.DB, actor, { ...change, version: null, key }, now)
  // Somebody else sent it at the same moment.
  return result.ok || result.problem === 'parcel-sent' ? null : CHANGE_MESSAGES[result.problem]
}

/** Checks whether parcels that wait hold more tires than the order needs: a packed tire was refunded with restock. */
function hasRestocked({ parcels, items }: PackedOrder): boolean {
  const waiting = new Map<string, number>()
  for (const { contents, isSent } of parcels)
    if (!isSent)
      for (const [sku, tires] of Object.entries(contents)) waiting.set(sku, (waiting.get(sku) ?? 0) + tires)
  return [...waiting].some(([sku, tires]) => tires > (items.find((item) => item.sku === sku)?.tires ?? 0))
}
