/** Writes prints of labels into the audit log: unlike a change, paper cannot be taken back. */
import { sql } from 'drizzle-orm'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { LabelFormat } from '../../../schema/staff/print/label-request.ts'
import { toStatement } from '../../platform/drizzle.sql.ts'
import { addAuditRow } from '../changes/audit-log.sql.ts'
import type { Label } from './make-labels.ts'

/** Adds a row for each label. `now` is in milliseconds. */
export async function recordPrints(
  db: D1Database,
  actor: Actor,
  { labels, format }: { labels: readonly Label[]; format: LabelFormat },
  now: number,
): Promise<void> {
  const batch = crypto.randomUUID()
  await db.batch(
    labels.map(({ kind, code, version, layout }, index) =>
      toStatement(
        db,
        addAuditRow(
          {
            ...{
              at: now,
              actor,
              kind: 'print',
              record: kind,
              recordId: code,
              version,
              why: null,
              undoes: null,
            },
            ...{ before: {}, after: { paper: layout.paper, format }, key: `${batch} ${index}`, batch },
          },
          sql`true`,
        ),
      ),
    ),
  )
}
