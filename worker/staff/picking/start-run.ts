/** Begins a pick run of several orders (H14). */
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { addAuditRow, findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { addRun, isRunFree, nextRunId, readOrdersToPick, readRun } from './picking.sql.ts'

/** How often another number is tried when somebody begins a run at the same moment. */
const MAX_TRIES = 5

/**
 * Begins a run of the orders that still wait for tires; `null` when none of them does. A repeated request with the key returns the
 * same run. `now` is in milliseconds.
 */
export async function startRun(
  db: D1Database,
  actor: Actor,
  { orders, key }: { orders: readonly string[]; key: string },
  now: number,
): Promise<number | null> {
  const waiting = (await readOrdersToPick(db)).filter(({ orderNumber }) => orders.includes(orderNumber))
  const items = waiting.flatMap(({ id: orderId, items }) =>
    items.map(({ sku, tires }) => ({ orderId, sku, tires })),
  )
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const first = await findAuditRow(db, { key })
    if (first) return Number(first.recordId)
    if (items.length === 0) return null
    const id = await nextRunId(db)
    const row = {
      ...{ at: now, actor, kind: 'create', record: 'pick-run', recordId: String(id), version: 1, why: null },
      ...{
        key,
        batch: null,
        undoes: null,
        before: {},
        after: { orders: waiting.map((one) => one.orderNumber).join(' ') },
      },
    }
    const outcome = await runRecorded(db, [
      addAuditRow(row, isRunFree(id)),
      ...addRun({ id, staffId: actor.staffId, now }, items),
    ])
    // Somebody else may have taken all of these orders at the same moment.
    if (typeof outcome !== 'string') return (await readRun(db, id)).length > 0 ? id : null
  }
  return null
}
