/** Adds a unit to the shop (H14): product, stock, photos, options and landings in one batch with its row in the audit log. */
import type { Actor, ChangeProblem } from '../../../schema/staff/changes/change.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import { findAuditRow, runRecorded, type Statement } from '../changes/audit-log.sql.ts'
import { type NewUnit, unitStatements } from './create-unit.sql.ts'

export type CreateUnitResult =
  | { ok: true; auditId: number }
  | { ok: false; problem: Extract<ChangeProblem, 'taken-sku' | 'repeated-key'> }

/** Adds a unit, with the statements of `also`. Whether its values are right was checked before, by the rules of the intake or of an import. */
export async function createUnit(
  db: D1Database,
  actor: Actor,
  added: NewUnit,
  now: number,
  also: readonly Statement[] = [],
): Promise<CreateUnitResult> {
  const { key } = added
  const { sku } = added.product
  const outcome = await runRecorded(db, [...unitStatements(actor, added, now), ...also])
  if (typeof outcome !== 'string') return { ok: true, auditId: outcome.auditId }
  const first = await findAuditRow(db, { key })
  if (!first) return { ok: false, problem: 'taken-sku' }
  return first.recordId === sku && first.staffId === actor.staffId
    ? { ok: true, auditId: first.id }
    : { ok: false, problem: 'repeated-key' }
}

/**
 * Adds units in one batch with the statements of `also`, which are made from the results that the batch will have. If one of them can’t
 * be added, each is added by itself; units that were added before with the same keys count as added.
 */
export async function createUnits(
  db: D1Database,
  actor: Actor,
  {
    units,
    also,
  }: { units: readonly NewUnit[]; also(results: readonly CreateUnitResult[]): readonly Statement[] },
  now: number,
): Promise<void> {
  const all = units.map((): CreateUnitResult => ({ ok: true, auditId: 0 }))
  const statements = units.flatMap((added) => unitStatements(actor, added, now))
  const outcome = await runRecorded(db, [...statements, ...also(all)])
  if (typeof outcome !== 'string') return
  const results: CreateUnitResult[] = []
  for (const added of units) results.push(await createUnit(db, actor, added, now))
  await batchOf(db, also(results))
}
