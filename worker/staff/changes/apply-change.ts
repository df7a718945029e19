/**
 * Makes every change of staff (H14): permission, rule, then one batch with the change and its row in the audit log. Fields that others
 * changed meanwhile are merged, the same field is a conflict, and a repeated key is the same change.
 */
import * as v from 'valibot'
import type { RecordName } from '../../../schema/staff/changes/change.api.ts'
import {
  type Actor,
  type ChangeResult,
  changerOf,
  type FieldConflict,
  isSameValue,
} from '../../../schema/staff/changes/change.ts'
import { addAuditRow, findAuditRow, readChangesSince, runRecorded } from './audit-log.sql.ts'
import type { StoredRecord } from './record-kind.sql.ts'
import { type Fields, recordKind } from './records.ts'

/** How often a change is evaluated again when another change of the record came first. */
const MAX_TRIES = 8

export interface ChangeRequest {
  record: RecordName
  /** The sku of a unit, the code of a bin, the number of a lot. */
  id: string
  /** The changed fields, as the browser sent them. */
  patch: unknown
  /** The version that the sender saw; `null` for a change of a record that nobody looked at, such as a scan. */
  version: number | null
  /** The version that the patch was computed from, such as a longer list; with another stored version the change is refused as busy. */
  computedFrom?: number
  /** Names the change; a repeated request with it changes nothing more. */
  key: string
  why?: string | null | undefined
  /** Changes with the same batch are undone as one. */
  batch?: string | null
  /** A value to write that never enters the audit log, such as the hash of a key. */
  unlogged?: string
}

export interface ValidChange extends ChangeRequest {
  patch: Fields
  /** The row of the audit log that this change undoes. */
  undoes?: number
}

/** Makes a change and returns the record's new version, or why nothing was changed. */
export async function applyChange(
  db: D1Database,
  actor: Actor,
  request: ChangeRequest,
  now: number,
): Promise<ChangeResult> {
  const kind = recordKind(request.record)
  const id = v.safeParse(kind.id, request.id)
  if (!id.success) return { ok: false, problem: 'invalid', field: 'id' }
  const parsed = v.safeParse(kind.patch, request.patch)
  if (!parsed.success) {
    const field = String(parsed.issues[0].path?.[0]?.key ?? '')
    return { ok: false, problem: 'invalid', field }
  }
  return applyValidChange(db, actor, { ...request, id: id.output, patch: parsed.output }, now)
}

/** Makes a change whose fields are valid: those of a validated request, or of the audit log. */
export async function applyValidChange(
  db: D1Database,
  actor: Actor,
  request: ValidChange,
  now: number,
): Promise<ChangeResult> {
  const { record, id, patch } = request
  const kind = recordKind(record)
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const repeated = await findRepeated(db, actor, request)
    if (repeated) return repeated
    const stored = await kind.read(db, id, patch)
    if (!stored) return { ok: false, problem: 'gone' }
    if (request.computedFrom !== undefined && request.computedFrom !== stored.version)
      return { ok: false, problem: 'busy' }
    const conflicts = await findConflicts(db, actor, request, stored)
    if (conflicts.length > 0) {
      return { ok: false, problem: 'conflict', conflicts, version: stored.version }
    }
    const context = { actor, now, why: request.why ?? null, isUndo: request.undoes !== undefined }
    const evaluated = kind.evaluate(stored.values, patch, stored.facts, context)
    if (!evaluated.ok) return evaluated
    const isStored = stored.version > 0 || kind.isStoredWhenChanged === true
    if (isStored && Object.keys(evaluated.after).length === 0)
      return { ok: true, version: stored.version, auditId: null }
    const written = await write(db, actor, request, { stored, after: evaluated.after, now })
    if (written) return written
  }
  return { ok: false, problem: 'busy' }
}

/**
 * Runs the batch. Returns `null` when it has to be evaluated again: the record or its tires changed after
 * they were read, or another request with the key came first.
 */
async function write(
  db: D1Database,
  actor: Actor,
  request: ValidChange,
  { stored, after, now }: { stored: StoredRecord<Fields, unknown>; after: Fields; now: number },
): Promise<ChangeResult | null> {
  const { record, id, key, why = null, batch = null, undoes = null, unlogged } = request
  const kind = recordKind(record)
  const { values, version, facts } = stored
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, values[field]]))
  const row = {
    ...{ at: now, actor, record, recordId: id, version: version + 1, before, after, why, key, batch, undoes },
    kind: undoes !== null ? 'undo' : version === 0 ? 'create' : 'change',
  }
  const outcome = await runRecorded(db, [
    addAuditRow(row, kind.hasVersion(id, version), kind.isCurrent?.({ id, after })),
    ...kind.write({ id, before: values, after, facts, actor, now, unlogged }),
  ])
  if (outcome === 'undone') return { ok: false, problem: 'undone' }
  return outcome === 'late' ? null : { ok: true, version: version + 1, auditId: outcome.auditId }
}

/** Returns the result of the change that was made with the key of a request before; `null` for a new key. */
async function findRepeated(
  db: D1Database,
  actor: Actor,
  { key, record, id }: ChangeRequest,
): Promise<ChangeResult | null> {
  const row = await findAuditRow(db, { key })
  if (!row) return null
  const isSame = row.record === record && row.recordId === id && changerOf(row) === changerOf(actor)
  return isSame ? { ok: true, version: row.version, auditId: row.id } : { ok: false, problem: 'repeated-key' }
}

/** Returns the fields of the request that another person changed, to another value, since the version that the sender saw. */
async function findConflicts(
  db: D1Database,
  actor: Actor,
  { record, id, patch, version }: ValidChange,
  stored: { values: Fields; version: number },
): Promise<FieldConflict[]> {
  if (version === null || version >= stored.version) return []
  const deltas: readonly string[] = recordKind(record).deltas ?? []
  const changes = await readChangesSince(db, { record, id, version })
  return Object.keys(patch).flatMap((field) => {
    const last = changes.findLast((row) => field in row.after)
    // Who adds a record saw none, so one that is there now is another one, also their own.
    const isOwn = !last || (version > 0 && actor.staffId !== null && changerOf(last) === changerOf(actor))
    if (isOwn || deltas.includes(field) || isSameValue(stored.values[field], patch[field])) return []
    return [{ field, theirs: stored.values[field], by: last.staffId, at: last.at }]
  })
}
