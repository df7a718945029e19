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
import { applyMany, type ManyResult, PART_SIZE } from './apply-many.ts'
import {
  type AuditRow,
  findAuditRow,
  type LaterChange,
  readBatch,
  readChangesAfter,
  readChangesSince,
  type Statement,
} from './audit-log.sql.ts'
import { type Fields, isRecordName, recordKind } from './records.ts'

/** How long a change can be undone. */
export const UNDO_MS = 30 * DAY_MS

/**
 * Checks whether a row can be undone at `now` (ms): a unit that was taken in is taken off sale instead, paper stays printed, and a set is
 * put together again as a whole, on its page.
 */
export function isUndoable(
  row: Pick<AuditRow, 'kind' | 'record' | 'at' | 'before' | 'after' | 'source'>,
  now: number,
): boolean {
  const { kind, record, at, before, after } = row
  if (!isRecordName(record)) return false
  const { isFinal, isEmptiedByUndo } = recordKind(record)
  const isUndoneAddition = kind === 'create' && (isEmptiedByUndo || isWithdrawn(record, row))
  const isKind = kind === 'change' || kind === 'undo' || isUndoneAddition
  // The files of deleted photos are gone.
  const isPhotoEnd = row.source === 'shop' && 'photos' in after
  const isOfSet = [before, after].some(({ state }) => state === 'in-set' || state === 'split')
  return Boolean(isKind) && !isPhotoEnd && !isOfSet && !isFinal && now - at <= UNDO_MS
}

function isWithdrawn(record: RecordName, { kind, source }: Pick<AuditRow, 'kind' | 'source'>): boolean {
  return kind === 'create' && source === 'import' && recordKind(record).withdraw !== undefined
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

export interface BatchUndo {
  undone: number
  /** The records of changes that were not undone, or not whole. */
  unchanged: string[]
}

/** Undoes the changes of a batch, the newest first; returns how many were undone, and those that were not, by record. */
export async function undoBatch(
  db: D1Database,
  actor: Actor,
  { batch, key }: { batch: string; key: string },
  now: number,
): Promise<BatchUndo> {
  const undo: BatchUndo = { undone: 0, unchanged: [] }
  const rows = await readBatch(db, batch)
  for (const part of partsOf(rows)) {
    const { undone, unchanged } = await undoRows(db, actor, { rows: part, batch, key }, now)
    undo.undone += undone
    undo.unchanged.push(...unchanged)
  }
  return undo
}

/** Splits the rows of a batch so that a part has one kind of record, each record once, and not too many. */
function partsOf(rows: readonly AuditRow[]): AuditRow[][] {
  const parts: AuditRow[][] = []
  const ids = new Set<string>()
  for (const row of rows) {
    const part = parts.at(-1)
    const fits = part && part.length < PART_SIZE && part[0]?.record === row.record && !ids.has(row.recordId)
    if (fits) part.push(row)
    else {
      parts.push([row])
      ids.clear()
    }
    ids.add(row.recordId)
  }
  return parts
}

interface UndoRequest {
  /** Changes of different records of one kind. */
  rows: readonly AuditRow[]
  /** The batch of the changes. */
  batch: string
  key: string
  /** Returns statements for the same batch of statements, from the result that it will have. */
  also?(undo: BatchUndo): readonly Statement[]
}

/** Undoes changes of different records together; fields that somebody changed since stay. */
export async function undoRows(
  db: D1Database,
  actor: Actor,
  { rows, batch, key, also }: UndoRequest,
  now: number,
): Promise<BatchUndo> {
  const [first] = rows
  if (!first || !isRecordName(first.record)) return { undone: 0, unchanged: [] }
  const record = first.record
  if (!recordKind(record).many) return undoOneByOne(db, actor, { rows, key }, now)
  const later = await readChangesAfter(db, rows)
  const partly = new Set<string>()
  const changes = rows
    .filter((row) => isUndoable(row, now))
    .map((row) => ({
      ...{ id: row.recordId, patch: row.before, version: null, key: `${key}-${row.id}`, undoes: row.id },
      adjust(values: Fields) {
        const { patch, changedSince } = inverseOf(record, row, { values, later: later.get(row.id) ?? [] })
        if (changedSince.length > 0) partly.add(row.recordId)
        return Object.keys(patch).length > 0 ? patch : 'changed-since'
      },
    }))
  const toUndo = (results: readonly ManyResult[]): BatchUndo => {
    const undone = new Set(results.flatMap(({ id, ok }) => (ok && !partly.has(id) ? id : [])))
    return {
      undone: undone.size,
      unchanged: rows.flatMap(({ recordId }) => (undone.has(recordId) ? [] : recordId)),
    }
  }
  const request = {
    ...{ record, changes, batch: `undo ${batch}`, why: null },
    ...(also ? { also: (results: readonly ManyResult[]) => also(toUndo(results)) } : {}),
  }
  return toUndo(await applyMany(db, actor, request, now))
}

async function undoOneByOne(
  db: D1Database,
  actor: Actor,
  { rows, key }: { rows: readonly AuditRow[]; key: string },
  now: number,
): Promise<BatchUndo> {
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

/** Fields that a return with new readings decides anew, also where they have the same value again. */
const RENEWED_BY_RETURN: readonly string[] = ['state', 'second']

/** Checks whether one of these changes names a field and stands: it was not undone, and is no undo of another one of them. */
function isNamedLater(field: string, later: readonly LaterChange[]): boolean {
  const undone = new Set<number>()
  for (const { id, after, undoes } of later.toReversed()) {
    if (undone.has(id)) continue
    if (undoes !== null && later.some((one) => one.id === undoes)) undone.add(undoes)
    else if (field in after) return true
  }
  return false
}

/** Returns the patch that undoes a change of a record with these values, and the fields that somebody changed since. */
function inverseOf(
  record: RecordName,
  row: AuditRow,
  { values, later }: { values: Fields; later: readonly LaterChange[] },
) {
  const { before, after } = row
  const { deltas = [], undoneTogether = [], withdraw } = recordKind(record)
  if (withdraw && isWithdrawn(record, row)) {
    const isState = isSameValue(values.state, after.state)
    return isState ? { patch: withdraw(after), changedSince: [] } : { patch: {}, changedSince: ['state'] }
  }
  const cameBack = later.some((change) => change.kind === 'return' && 'report' in change.after)
  const isChanged = (field: string) =>
    !deltas.includes(field) &&
    (!isSameValue(values[field], after[field]) || (cameBack && RENEWED_BY_RETURN.includes(field)))
  const together = undoneTogether.filter((field) => field in after)
  // An average can have the same value again and mean other tires.
  const isDerived = together.some((field) => !deltas.includes(field))
  const isTogetherChanged = together.some(
    (field) => isChanged(field) || (isDerived && isNamedLater(field, later)),
  )
  const patch: Fields = {}
  const changedSince: string[] = []
  for (const [field, value] of Object.entries(after)) {
    if (isChanged(field) || (isTogetherChanged && undoneTogether.includes(field))) changedSince.push(field)
    else patch[field] = deltas.includes(field) ? -Number(value) : before[field]
  }
  return { patch, changedSince }
}

async function inversePatch(
  db: D1Database,
  record: RecordName,
  row: AuditRow,
): Promise<{ patch: Fields; unchanged: FieldConflict[] }> {
  const { recordId: id, version, at } = row
  const stored = await recordKind(record).read(db, id, row.before)
  const since = await readChangesSince(db, { record, id, version })
  const { patch, changedSince } = inverseOf(record, row, { values: stored?.values ?? {}, later: since })
  const unchanged = changedSince.map((field) => {
    const last = since.findLast((change) => field in change.after)
    return { field, theirs: stored?.values[field], by: last?.staffId ?? null, at: last?.at ?? at }
  })
  return { patch, unchanged }
}
