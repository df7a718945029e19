/** Adds a unit to the shop (H14): product, stock, photos, options and landings in one batch with its row in the audit log. */
import type { Actor, ChangeProblem } from '../../../schema/staff/changes/change.ts'
import { findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { type NewUnit, unitStatements } from './create-unit.sql.ts'

export type CreateUnitResult =
  | { ok: true; auditId: number }
  | { ok: false; problem: Extract<ChangeProblem, 'taken-sku' | 'repeated-key'> }

/** Adds a unit. Whether its values are right was checked before, by the rules of the intake or of an import. */
export async function createUnit(
  db: D1Database,
  actor: Actor,
  added: NewUnit,
  now: number,
): Promise<CreateUnitResult> {
  const { key } = added
  const { sku } = added.product
  const outcome = await runRecorded(db, unitStatements(actor, added, now))
  if (typeof outcome !== 'string') return { ok: true, auditId: outcome.auditId }
  const first = await findAuditRow(db, { key })
  if (!first) return { ok: false, problem: 'taken-sku' }
  return first.recordId === sku && first.staffId === actor.staffId
    ? { ok: true, auditId: first.id }
    : { ok: false, problem: 'repeated-key' }
}
