/**
 * Writes prints of pick lists and packing slips, and files for carriers, into the audit log (H14o): opening the document counts, as it is
 * made for paper or a program alone.
 */
import { sql } from 'drizzle-orm'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { toStatement } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'

/** Adds a row for each record, a pick run, an order or a parcel, that is on the document. `now` is in milliseconds. */
export async function recordDocuments(
  db: D1Database,
  actor: Actor,
  { record, ids }: { record: 'pick-run' | 'order' | 'parcel'; ids: readonly string[] },
  now: number,
): Promise<void> {
  const batch = crypto.randomUUID()
  await db.batch(
    ids.map((recordId, index) => {
      const row = {
        ...{ at: now, actor, kind: 'print', record, recordId, version: 1, why: null, undoes: null },
        ...{ before: {}, after: {}, key: `${batch} ${index}`, batch },
      }
      return toStatement(db, addAuditRow(row, sql`true`))
    }),
  )
}
