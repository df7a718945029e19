/** What follows changes that may put a tire on sale which an open recall names (H14t). A run that is killed here is made up for by the hourly run. */
import type { Actor, ChangeResult } from '../../../schema/staff/changes/change.ts'
import { applyChange, type ChangeRequest } from '../changes/apply-change.ts'
import { matchRecalls } from './match-recalls.ts'
import { isAboutRecalls } from './recalls.sql.ts'

/**
 * Makes a change. A unit that it puts on sale, but that an open recall names and nobody freed, goes off sale again, and the change is
 * answered with `recall-open`: it was perhaps lost or scrap when the recall was saved. `now` is in milliseconds.
 */
export async function changeAndMatch(
  db: D1Database,
  actor: Actor,
  change: ChangeRequest,
  now: number,
): Promise<ChangeResult> {
  const result = await applyChange(db, actor, change, now)
  const isOnSale =
    result.ok && change.record === 'unit' && (change.patch as { state?: unknown }).state === 'live'
  const isRecalled = isOnSale && (await matchRecalls(db, { sku: change.id }, now)).length > 0
  return isRecalled ? { ok: false, problem: 'recall-open', field: 'state' } : result
}

/**
 * After an undo of one change, or of all of a batch: takes the tires off sale again that an open recall still names and nobody freed, also
 * one of another campaign. `now` is in milliseconds.
 */
export async function rematchUndoneRecalls(
  db: D1Database,
  changes: { undo: number } | { batch: string },
  now: number,
): Promise<void> {
  if (await isAboutRecalls(db, changes)) await matchRecalls(db, {}, now)
}
