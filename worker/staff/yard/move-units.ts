/** Moves units to a bin as one change: undone as one, and repeated as the same one. */

import type { Actor } from '../../../schema/staff/changes/change.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import type { UnitPatch } from '../../../schema/staff/units/unit-record.ts'
import { applyChange } from '../changes/apply-change.ts'
import { clearMissing } from './yard.sql.ts'

export interface ChangedUnits {
  /** Skus that were changed, or were so already. */
  done: string[]
  refused: { sku: string; message: string }[]
}

interface UnitsChange {
  skus: readonly string[]
  patch: UnitPatch
  /** Names the change of all units. */
  key: string
  why?: string
}

/** Makes the same change of several units; each is evaluated for itself. `now` is in milliseconds. */
export async function changeUnits(
  db: D1Database,
  actor: Actor,
  { skus, patch, key, why }: UnitsChange,
  now: number,
): Promise<ChangedUnits> {
  const results = await Promise.all(
    skus.map(async (sku) => ({
      sku,
      result: await applyChange(
        db,
        actor,
        { record: 'unit', id: sku, patch, version: null, key: `${key} ${sku}`, batch: key, why: why ?? null },
        now,
      ),
    })),
  )
  return {
    done: results.flatMap(({ sku, result }) => (result.ok ? [sku] : [])),
    refused: results.flatMap(({ sku, result }) =>
      result.ok ? [] : [{ sku, message: CHANGE_MESSAGES[result.problem] }],
    ),
  }
}

/** Moves units. A unit that somebody moves is no longer missing. */
export async function moveUnits(
  db: D1Database,
  actor: Actor,
  { bin, skus, key }: { bin: string; skus: readonly string[]; key: string },
  now: number,
): Promise<ChangedUnits> {
  const moved = await changeUnits(db, actor, { skus, patch: { bin }, key }, now)
  if (moved.done.length > 0) await clearMissing(db, moved.done)
  return moved
}
