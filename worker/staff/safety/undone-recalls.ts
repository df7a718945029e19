/** What follows an undo that is about recalls (H14t). */
import { matchRecalls } from './match-recalls.ts'
import { isAboutRecalls } from './recalls.sql.ts'

/**
 * After an undo of one change, or of all of a batch: takes the tires off sale again that an open recall still names and nobody freed, also
 * one of another campaign; where this run is killed, the hourly run does it. `now` is in milliseconds.
 */
export async function rematchUndoneRecalls(
  db: D1Database,
  changes: { undo: number } | { batch: string },
  now: number,
): Promise<void> {
  if (await isAboutRecalls(db, changes)) await matchRecalls(db, {}, now)
}
