/**
 * Makes many changes of staff as one (H14): the same rules, and the same row in the audit log for each, as `applyChange`, with a
 * number of statements that does not grow with the changes.
 */
import type { RecordName } from '../../../schema/staff/changes/change.api.ts'
import type { Actor, ChangeProblem } from '../../../schema/staff/changes/change.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import { addAuditRows, findMade, runRecorded, type Statement } from './audit-log.sql.ts'
import type { StoredRecord } from './record-kind.sql.ts'
import { type Fields, recordKind } from './records.ts'

/** How many records are changed by one batch of statements. */
export const PART_SIZE = 500
/** How often the changes are evaluated again when another change of one of the records came first. */
const MAX_TRIES = 8
/** The same for a half of the changes, which is tried when all together came too late. */
const MAX_HALF_TRIES = 2

export interface ManyChange {
  id: string
  /** The changed fields, valid. Bins and lots are looked up by these. */
  patch: Fields
  /** The version that the change is for; `null` for any. */
  version: number | null
  /** Names the change; a repeated request with it changes nothing more. */
  key: string
  undoes?: number
  /** Computes the patch from what is stored, or returns why there is none. */
  adjust?(values: Fields): Fields | ChangeProblem
}

export interface ManyRequest {
  record: RecordName
  /** Changes of different records. */
  changes: readonly ManyChange[]
  batch: string
  why: string | null
  /**
   * Returns statements for the same batch, from the results that it will have; when one of them fails, nothing is changed. When a
   * record is busy they run after the changes of the others.
   */
  also?(results: readonly ManyResult[]): readonly Statement[]
}

export type ManyResult = { id: string } & (
  | { ok: true; isChanged: boolean }
  | { ok: false; problem: ChangeProblem; field?: string | undefined }
)

type Stored = StoredRecord<Fields, unknown>
type Accepted = ManyChange & { stored: Stored; after: Fields }

/**
 * Makes the changes that the rules accept, all in one batch, and returns the result of each in their order. A record that
 * somebody else changed after `version` is left as it is, with the problem `conflict`. A record that others change without a pause
 * is left too, with the problem `busy`, and does not stop the others: they are changed in smaller batches.
 */
export async function applyMany(
  db: D1Database,
  actor: Actor,
  request: ManyRequest,
  now: number,
): Promise<ManyResult[]> {
  const together = await applyTogether(db, actor, request, now, MAX_TRIES)
  if (together) return together
  const { also, ...rest } = request
  const results = await applyHalves(db, actor, rest, now)
  const statements = also?.(results) ?? []
  if (statements.length > 0) await batchOf(db, statements)
  return results
}

/** Makes the changes in two batches, and each of them in two again, until a single record is left that is busy. */
async function applyHalves(
  db: D1Database,
  actor: Actor,
  request: ManyRequest,
  now: number,
): Promise<ManyResult[]> {
  const { changes } = request
  if (changes.length < 2) return changes.map(({ id }) => ({ id, ok: false, problem: 'busy' }))
  const middle = Math.ceil(changes.length / 2)
  const results: ManyResult[] = []
  for (const half of [changes.slice(0, middle), changes.slice(middle)]) {
    const part = { ...request, changes: half }
    const together = await applyTogether(db, actor, part, now, MAX_HALF_TRIES)
    results.push(...(together ?? (await applyHalves(db, actor, part, now))))
  }
  return results
}

/** Makes the changes in one batch; `null` when another change of one of the records came first at each try. */
async function applyTogether(
  db: D1Database,
  actor: Actor,
  request: ManyRequest,
  now: number,
  tries: number,
): Promise<ManyResult[] | null> {
  const { record, changes, also } = request
  const { many, ...kind } = recordKind(record)
  if (!many) throw new Error(`many changes of ${record}`)
  for (let attempt = 0; attempt < tries; attempt++) {
    const [made, stored] = await Promise.all([findMade(db, changes), many.read(db, changes)])
    const accepted: Accepted[] = []
    const results = changes.map((change): ManyResult => {
      const { id } = change
      if (made.keys.has(change.key)) return { id, ok: true, isChanged: true }
      if (made.undone.has(change.undoes ?? 0)) return { id, ok: false, problem: 'undone' }
      const evaluated = evaluate(change, stored.get(id), (values, patch, facts) => {
        const context = { actor, now, why: request.why, isUndo: change.undoes !== undefined }
        return kind.evaluate(values, patch, facts, context)
      })
      if ('problem' in evaluated) return { id, ok: false, ...evaluated }
      const isChanged = Object.keys(evaluated.after).length > 0
      if (isChanged) accepted.push({ ...change, ...evaluated })
      return { id, ok: true, isChanged }
    })
    if (accepted.length === 0 && !also) return results
    const outcome = await runRecorded(db, [
      addAuditRows({ ...request, actor, now, rows: accepted.map(toRow) }, many.hasVersion),
      ...many.write(
        accepted.map(({ id, stored: { values, facts }, after }) => ({
          ...{ id, before: values, after, facts, actor, now },
        })),
      ),
      ...(also?.(results) ?? []),
    ])
    if (typeof outcome !== 'string') return results
  }
  return null
}

type Evaluate = (
  values: Fields,
  patch: Fields,
  facts: unknown,
) => ReturnType<ReturnType<typeof recordKind>['evaluate']>

function evaluate(
  { patch, version, adjust }: ManyChange,
  stored: Stored | undefined,
  evaluateFields: Evaluate,
): { stored: Stored; after: Fields } | { problem: ChangeProblem; field?: string | undefined } {
  if (!stored) return { problem: 'gone' }
  if (version !== null && version !== stored.version) return { problem: 'conflict' }
  const adjusted = adjust ? adjust(stored.values) : patch
  if (typeof adjusted === 'string') return { problem: adjusted }
  const evaluated = evaluateFields(stored.values, adjusted, stored.facts)
  if (evaluated.ok) return { stored, after: evaluated.after }
  return { problem: evaluated.problem, field: evaluated.field }
}

function toRow({ id, key, undoes, stored, after }: Accepted) {
  const before = Object.fromEntries(Object.keys(after).map((field) => [field, stored.values[field]]))
  return { id, key, undoes: undoes ?? null, version: stored.version + 1, before, after }
}
