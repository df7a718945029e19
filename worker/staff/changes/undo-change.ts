/** Undoes changes of staff (H14): one, or all of a batch. */
import { DAY_MS } from '../../../schema/platform/duration.ts'
import type { RecordName } from '../../../schema/staff/changes/change.api.ts'
import {
  type Actor,
  type ChangeResult,
  type FieldConflict,
  isSameValue,
} from '../../../schema/staff/changes/change.ts'
import { applyValidChange } from './apply-change.ts'
import { type AuditRow, findAuditRow, readBatch, readChangesSince } from './audit-log.sql.ts'
import { type Fields, isRecordName, recordKind } from './records.ts'

/** How long a change can be undone. */
const UNDO_MS = 30 * DAY_MS

/** Checks whether a row can be undone at `now` (ms): what was added is taken off sale instead, and paper stays printed. */
export function isUndoable(
  { kind, record, at }: Pick<AuditRow, 'kind' | 'record' | 'at'>,
  now: number,
): boolean {
  const isKind = kind === 'change' || kind === 'undo'
  return isKind && isRecordName(record) && !recordKind(record).isFinal && now - at <= UNDO_MS
}

export interface UndoResult {
  result: ChangeResult
  /** Fields that somebody changed since; they stay. */
  unchanged: FieldConflict[]
}

/**
 * Undoes a change: each field gets its former value, if it still has the one that the change wrote. The same permissions as for the
 * change are needed. Nothing else that was changed since is touched.
 */
export async function undoChange(
  db: D1Database,
  actor: Actor,
  { auditId, key }: { auditId: number; key: string },
  now: number,
): Promise<UndoResult> {
  const row = await findAuditRow(db, { id: auditId })
  if (!row) return { result: { ok: false, problem: 'gone' }, unchanged: [] }
  if (!isUndoable(row, now)) {
    const problem = isUndoable(row, row.at) ? 'expired' : 'not-undoable'
    return { result: { ok: false, problem }, unchanged: [] }
  }
  const record = row.record as RecordName
  const { patch, unchanged } = await inversePatch(db, record, row)
  if (Object.keys(patch).length === 0) return { result: { ok: false, problem: 'changed-since' }, unchanged }
  const batch = row.batch === null ? null : `undo ${row.batch}`
  const request = { record, id: row.recordId, patch, version: null, key, batch, undoes: row.id }
  return { result: await applyValidChange(db, actor, request, now), unchanged }
}

/** Undoes the changes of a batch, the newest first; returns how many were undone, and those that were not, by record. */
export async function undoBatch(
  db: D1Database,
  actor: Actor,
  { batch, key }: { batch: string; key: string },
  now: number,
): Promise<{ undone: number; unchanged: string[] }> {
  const rows = await readBatch(db, batch)
  const unchanged: string[] = []
  for (const { id, recordId } of rows) {
    const { result, unchanged: fields } = await undoChange(
      db,
      actor,
      { auditId: id, key: `${key}-${id}` },
      now,
    )
    if (!result.ok || fields.length > 0) unchanged.push(recordId)
  }
  return { undone: rows.length - unchanged.length, unchanged }
}

async function inversePatch(
  db: D1Database,
  record: RecordName,
  { recordId: id, version, at, before, after }: AuditRow,
): Promise<{ patch: Fields; unchanged: FieldConflict[] }> {
  const kind = recordKind(record)
  const deltas: readonly string[] = kind.deltas ?? []
  const stored = await kind.read(db, id, before)
  const since = await readChangesSince(db, { record, id, version })
  const patch: Fields = {}
  const unchanged: FieldConflict[] = []
  for (const [field, value] of Object.entries(after)) {
    const theirs = stored?.values[field]
    if (deltas.includes(field)) patch[field] = -Number(value)
    else if (isSameValue(theirs, value)) patch[field] = before[field]
    else {
      const last = since.findLast((row) => field in row.after)
      unchanged.push({ field, theirs, by: last?.staffId ?? null, at: last?.at ?? at })
    }
  }
  return { patch, unchanged }
}
