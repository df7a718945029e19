/** What follows the undo of a recall's save (H14t). */
import { matchRecalls } from './match-recalls.ts'
import { readSavedRecalls } from './recalls.sql.ts'

/**
 * After an undo of one change, or of all of a batch: takes the tires off sale again that an older or a newer save of the same recalls
 * names; where this run is killed, the hourly run does it. `now` is in milliseconds.
 */
export async function rematchUndoneRecalls(
  db: D1Database,
  changes: { undo: number } | { batch: string },
  now: number,
): Promise<void> {
  const campaigns = await readSavedRecalls(db, changes)
  if (campaigns.length > 0) await matchRecalls(db, { campaigns }, now)
}
