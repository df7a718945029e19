/** The first rows of a preview, evaluated by the rules of a unit (H14). */

import * as v from 'valibot'
import type { BulkEntry } from '../../../schema/staff/bulk/bulk.table.ts'
import { type BulkAct, toBulkPatch } from '../../../schema/staff/bulk/bulk-act.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { type ChangedField, formatChange } from '../../../schema/staff/changes/format-change.ts'
import type { AddedUnit } from '../../../schema/staff/csv/new-unit.ts'
import { evaluateUnit, UNIT_PATCH, type UnitValues } from '../../../schema/staff/units/unit-record.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { UNIT_RECORD } from '../units/unit-record.sql.ts'
import { changedParts, isAddedPart, type Job, readPart } from './bulk-job.sql.ts'
import { readTireNames, type TireName } from './bulk-units.sql.ts'

/** Units that a preview shows. */
const ROWS_SHOWN = 50
/** Units that are read for them; some of them do not change. */
const ROWS_READ = 200

export interface PreviewRow {
  sku: string
  /** Size, brand and model. */
  tire: string
  fields: ChangedField[]
}

export interface AddedRow extends Pick<PreviewRow, 'sku' | 'tire'> {
  tires: number
  /** Cents. */
  price: number
  state: UnitState
}

/** Returns the first units that change, with their fields before and after. */
export async function readPreviewRows(
  db: D1Database,
  job: Job,
  actor: Actor,
  now: number,
): Promise<PreviewRow[]> {
  if (isAddedPart(job, 0)) return []
  const part = ((await readPart(db, job.id, 0)) ?? []) as BulkEntry[]
  const entries = part.slice(0, ROWS_READ)
  const requests = entries.map((entry) => ({ entry, id: entry[0], patch: fixedPatch(job, entry) }))
  const stored = (await UNIT_RECORD.many?.read(db, requests)) ?? new Map()
  const rows: Omit<PreviewRow, 'tire'>[] = []
  for (const { id: sku, entry, patch: fixed } of requests) {
    const unit = stored.get(sku)
    const patch = entry[3] ? fixed : unit && toBulkPatch(job.act as BulkAct, unit.values)
    if (rows.length === ROWS_SHOWN || !unit || typeof patch === 'string') continue
    const context = { actor, now, why: job.why, isUndo: false }
    const result = evaluateUnit(unit.values, patch, unit.facts, context)
    if (!result.ok || Object.keys(result.after).length === 0) continue
    const before = unit.values as UnitValues & Record<string, unknown>
    rows.push({
      sku,
      fields: formatChange('unit', before, result.after, { maySeeCost: actor.may('cost.see') }),
    })
  }
  const names = await readTireNames(
    db,
    rows.map(({ sku }) => sku),
  )
  return rows.map((row) => ({ ...row, tire: formatTire(names.get(row.sku)) }))
}

const formatTire = (tire: Partial<TireName> | null | undefined) =>
  [tire?.size, tire?.brand, tire?.model].filter(Boolean).join(' ')

/** Returns the first units that a file adds. */
export async function readAddedRows(db: D1Database, { id, summary: { outcomes } }: Job): Promise<AddedRow[]> {
  if (!outcomes.add) return []
  const first = changedParts(outcomes.change ?? 0)
  const parts = await Promise.all([readPart(db, id, first), readPart(db, id, first + 1)])
  const added = parts.flatMap((part) => (part ?? []) as AddedUnit[])
  return added.slice(0, ROWS_SHOWN).map(({ product: { sku, tire, price }, tires, unit: { state } }) => ({
    ...{ sku, tire: formatTire(tire), tires, price, state },
  }))
}

function fixedPatch({ act }: Job, [, , , own]: BulkEntry) {
  if (own) return v.parse(UNIT_PATCH, own)
  return act.kind === 'bin' ? { bin: act.bin } : {}
}
