/** Saves the cells of a grid of units as one change that is undone as one (H14). Times are milliseconds. */

import { NO_SUMMARY } from '../../../schema/staff/bulk/bulk-job.ts'
import type { GridBody, GridResult, GridRowResult } from '../../../schema/staff/bulk/grid.api.ts'
import type { GridField, GridValue } from '../../../schema/staff/bulk/grid.ts'
import {
  type Actor,
  CHANGE_MESSAGES,
  type ChangeProblem,
  isSameValue,
} from '../../../schema/staff/changes/change.ts'
import { UNIT_FIELDS } from '../../../schema/staff/units/unit-record.ts'
import { applyMany, type ManyResult } from '../changes/apply-many.ts'
import { readLastChanges } from '../changes/audit-log.sql.ts'
import type { Fields } from '../changes/records.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'
import { addFinishedJob, findJob } from './bulk-job.sql.ts'

type GridRow = GridBody['rows'][number]

/**
 * Changes the rows that the rules accept, all in one batch, and says of each row what happened. Fields that somebody else changed
 * stay, unless the row changes the same one: then the whole row is a conflict. A repeated key changes nothing more.
 */
export async function saveGrid(
  db: D1Database,
  actor: Actor,
  { key, why = null, rows }: GridBody,
  now: number,
): Promise<GridResult> {
  const changes = rows.map((row) => ({
    ...{ id: row.sku, patch: row.patch as Fields, version: null, key: `${key}-${row.sku}` },
    adjust: (values: Fields) => rowProblem(actor, row, values) ?? (row.patch as Fields),
  }))
  const also = (results: readonly ManyResult[]) => {
    const job = {
      ...{ key, state: 'done' as const, source: 'page' as const, act: { kind: 'grid' as const }, why },
      ...{ staffId: actor.staffId, session: actor.session, summary: NO_SUMMARY, createdAt: now },
    }
    const skipped = results.flatMap((one) => (one.ok ? [] : { sku: one.id, problem: one.problem }))
    return addFinishedJob(job, { units: rows.length, skipped })
  }
  const results = await applyMany(db, actor, { record: 'unit', changes, batch: key, why, also }, now)
  const [job, conflicts] = await Promise.all([findJob(db, { key }), readConflicts(db, rows, results)])
  return {
    job: job?.id ?? null,
    changed: results.filter((one) => one.ok && one.isChanged).length,
    rows: results.map((one) => toRowResult(one, conflicts.get(one.id))),
  }
}

/** Returns what speaks against a row before the rules of units do; nobody learns by a conflict what they may not see. */
function rowProblem(actor: Actor, { seen, patch }: GridRow, values: Fields): ChangeProblem | null {
  const fields = Object.keys(patch) as GridField[]
  if (fields.some((field) => !actor.may(UNIT_FIELDS[field].permission))) return 'permission'
  return fields.some((field) => isChangedSince(field, { seen, patch }, values)) ? 'conflict' : null
}

function isChangedSince(field: GridField, { seen, patch }: Pick<GridRow, 'seen' | 'patch'>, values: Fields) {
  return !isSameValue(values[field], seen[field]) && !isSameValue(values[field], patch[field])
}

type Conflicts = NonNullable<GridRowResult['conflicts']>

/** Reads the values of the others, who set them and when, by sku. */
async function readConflicts(
  db: D1Database,
  rows: readonly GridRow[],
  results: readonly ManyResult[],
): Promise<ReadonlyMap<string, Conflicts>> {
  const refused = new Set(results.flatMap((one) => (!one.ok && one.problem === 'conflict' ? one.id : [])))
  if (refused.size === 0) return new Map()
  const asked = rows.filter(({ sku }) => refused.has(sku))
  const stored = await UNIT_RECORD.many?.read(
    db,
    asked.map(({ sku: id, patch }) => ({ id, patch })),
  )
  const fields = asked.flatMap((row) => {
    const values = (stored?.get(row.sku)?.values ?? {}) as unknown as Fields
    return (Object.keys(row.patch) as GridField[])
      .filter((field) => isChangedSince(field, row, values))
      .map((field) => ({ id: row.sku, field, theirs: values[field] as GridValue }))
  })
  const last = await readLastChanges(db, 'unit', fields)
  const conflicts = new Map<string, Conflicts>()
  for (const { id, field, theirs } of fields) {
    const change = last.find((one) => one.id === id && one.field === field)
    const conflict = { field, theirs, by: change?.by ?? null, at: change?.at ?? null }
    conflicts.set(id, [...(conflicts.get(id) ?? []), conflict])
  }
  return conflicts
}

function toRowResult(result: ManyResult, conflicts: Conflicts | undefined): GridRowResult {
  const { id: sku } = result
  if (result.ok) return { sku, outcome: result.isChanged ? 'changed' : 'same' }
  const { problem, field } = result
  const message = CHANGE_MESSAGES[problem]
  if (problem === 'conflict')
    return { sku, outcome: 'conflict', problem, message, conflicts: conflicts ?? [] }
  const named = field !== undefined && field in UNIT_FIELDS ? { field: field as GridField } : {}
  return { sku, outcome: 'refused', problem, message, ...named }
}
