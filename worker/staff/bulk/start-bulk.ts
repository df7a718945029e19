/** Makes a change of many units, and its undo (H14). Amounts are cents, times milliseconds. */
import { maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import type { BulkAct } from '../../../schema/staff/bulk/bulk-act.ts'
import { NO_SUMMARY } from '../../../schema/staff/bulk/bulk-job.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { addJob, addUndoParts, type Job } from './bulk-job.sql.ts'
import { addParts, type BulkUnits, readOutcomes } from './bulk-units.sql.ts'

export interface BulkRequest {
  units: BulkUnits
  /** The query of the filter; empty for marked units. */
  filter: string
  act: BulkAct
  why: string | null
  key: string
}

export type PreviewResult =
  | { ok: true; id: number }
  | { ok: false; problem: 'none' | 'same' }
  | { ok: false; problem: 'limit'; units: number; max: number }

/** Stores what a change would do to which units; it runs when somebody starts it. A repeated key is the same preview. */
export async function previewBulk(
  db: D1Database,
  staff: StaffSession,
  actor: Actor,
  { units, filter, act, why, key }: BulkRequest,
  now: number,
): Promise<PreviewResult> {
  const how = { act, mayPriceBelowCost: actor.may('price.below-cost') }
  const summary = await readOutcomes(db, units, how)
  const total = Object.values(summary.outcomes).reduce((sum, count) => sum + count, 0)
  const max = maxBulkUnits(staff.role)
  if (total === 0) return { ok: false, problem: 'none' }
  if (max !== null && total > max) return { ok: false, problem: 'limit', units: total, max }
  if (summary.outcomes.same === total) return { ok: false, problem: 'same' }
  const job = {
    ...{ key, state: 'preview' as const, source: 'page' as const, act, filter, why, createdAt: now },
    ...{ staffId: staff.staffId, session: actor.session, summary },
  }
  return { ok: true, id: await addJob(db, job, [addParts(key, units, how)]) }
}

/** Makes the undo of a job, ready to run. A repeated key is the same undo. */
export async function addUndo(
  db: D1Database,
  actor: Actor,
  { job, key }: { job: Job; key: string },
  now: number,
): Promise<number> {
  const undo = {
    ...{
      key,
      state: 'running' as const,
      source: 'page' as const,
      act: { kind: 'undo' as const },
      createdAt: now,
    },
    ...{ staffId: actor.staffId, session: actor.session, summary: NO_SUMMARY, undoes: job.id },
  }
  return addJob(db, undo, [addUndoParts(key, job.key)])
}
