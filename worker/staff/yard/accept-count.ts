/** Makes the corrections of a count: what lies here is moved here, what is missing for the second time is lost. */
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { BinCount } from '../../../schema/staff/yard/bin-count.ts'
import { YARD_MESSAGES } from '../../../schema/staff/yard/yard-forms.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { toActor } from '../changes/staff-actor.ts'
import { changeUnits, moveUnits } from './move-units.ts'
import { clearMissing, recordCount } from './yard.sql.ts'

interface AcceptedCount {
  staff: StaffSession
  bin: string
  count: BinCount
  /** Names the count; a repeated request is the same count. */
  key: string
  /** Milliseconds. */
  now: number
}

/** Returns what was corrected, in words. */
export async function acceptCount(
  db: D1Database,
  { staff, bin, count, key, now }: AcceptedCount,
): Promise<{ isDone: boolean; text: string }> {
  const actor = toActor(staff, 'page')
  const found = [...count.found, ...count.extra.map(({ sku }) => sku)]
  const missing = count.missing.map(({ sku }) => sku)
  const twice = await recordCount(db, { bin, found, missing, staffId: staff.staffId, key, now })
  const moved = await moveUnits(db, actor, { bin, skus: count.extra.map(({ sku }) => sku), key }, now)
  const mayLose = actor.may('units.correct')
  const why = `Missing in two counts of ${bin}`
  const lost = mayLose
    ? await changeUnits(db, actor, { skus: twice, patch: { state: 'lost' }, key: `${key} lost`, why }, now)
    : { done: [], refused: [] }
  await clearMissing(db, lost.done)
  const once = missing.length - lost.done.length
  const refused = [...moved.refused, ...lost.refused]
  return {
    isDone: refused.length === 0,
    text: [
      moved.done.length > 0 ? `${formatQuantity(moved.done.length, 'unit')} moved to ${bin}.` : '',
      once > 0 ? `${formatQuantity(once, 'unit')} missing.` : '',
      lost.done.length > 0 ? `${formatQuantity(lost.done.length, 'unit')} lost and off sale.` : '',
      twice.length > 0 && !mayLose ? YARD_MESSAGES.askManager : '',
      ...refused.map(({ sku, message }) => `${sku}: ${message}`),
    ]
      .filter(Boolean)
      .join(' '),
  }
}
