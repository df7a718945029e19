/** Breaks up a set and puts it together again (H14), each in one batch. */
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { isFree, type SetTire, toSetProblem } from '../../../schema/staff/sets/set-rule.ts'
import type { UnitState } from '../../../schema/staff/units/unit-state.ts'
import { type AuditLine, readAuditLog, runRecorded } from '../changes/audit-log.sql.ts'
import { UNDO_MS } from '../changes/undo-change.ts'
import { joinTires, moveSet, releaseTires } from './change-sets.sql.ts'
import { findRepeatedSet, MAX_TRIES, type SetResult } from './make-set.ts'
import { cameBackAfter, findTires, readTiresOfSet } from './set-tires.sql.ts'

/** Changes of a set among which its last breaking up is looked for. */
const CHANGES_READ = 50

interface BreakRequest {
  sku: string
  why: string | null
  key: string
  /** Breaks up a set that was made a moment ago by mistake. */
  isUndo?: boolean
}

/** Breaks up a set that is on sale, or off sale: its tires become what it was. */
export async function breakSet(
  db: D1Database,
  actor: Actor,
  { sku, why, key, isUndo = false }: BreakRequest,
  now: number,
): Promise<SetResult> {
  if (!actor.may('intake')) return { ok: false, problem: toSetProblem('permission') }
  if (!why && !isUndo) return { ok: false, problem: toSetProblem('why', '', 'why') }
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const repeated = await findRepeatedSet(db, actor, key)
    if (repeated) return repeated
    const [set] = await findTires(db, [sku])
    const tires = set ? await readTiresOfSet(db, set.product.id) : []
    if (!set || tires.length === 0) return { ok: false, problem: toSetProblem('gone') }
    if (!isWhole(set, tires.length)) return { ok: false, problem: toSetProblem('not-whole') }
    const { state, bin, version } = set.unit
    const change = { actor, now, key, why, set: set.product.sku, kind: isUndo ? 'undo' : 'change' } as const
    const outcome = await runRecorded(db, [
      ...moveSet(change, {
        ...{ tires: tires.length, members: skusOf(tires), version, undoes: null },
        before: { state, bin },
        after: { state: 'split', bin: null },
      }),
      ...releaseTires(change, tires, { state, bin }),
    ])
    if (typeof outcome !== 'string') return { ok: true, sku: set.product.sku, auditId: outcome.auditId }
  }
  return { ok: false, problem: toSetProblem('busy') }
}

const skusOf = (tires: readonly SetTire[]) => tires.map(({ product: { sku } }) => sku)

/** Checks whether all tires of a set are in the yard: none is ordered, and none came back alone. */
export function isWhole(
  { unit: { state, offSale }, qty }: Pick<SetTire, 'unit' | 'qty'>,
  tires: number,
): boolean {
  return (state === 'live' && qty === tires) || (state === 'parked' && qty === 0 && offSale === tires)
}

export interface BrokenSet {
  row: AuditLine
  members: string[]
  state: UnitState
  bin: string | null
}

/** Returns how a set was broken up last, within the time in which that can be undone; `null` for a set that was not. */
export async function findBreak(db: D1Database, sku: string, now: number): Promise<BrokenSet | null> {
  const filter = { staffId: null, from: null, until: null, record: 'unit', recordId: sku, before: null }
  const rows = await readAuditLog(db, filter, CHANGES_READ)
  const row = rows.find(({ after }) => after.state === 'split')
  if (!row || row.undoneBy !== null || now - row.at > UNDO_MS) return null
  const { state, bin, members } = row.before as unknown as Omit<BrokenSet, 'row'>
  return { row, state, bin, members }
}

/** Puts a set together again that was broken up, if its tires are still what the breaking up made of them. */
export async function undoBreak(
  db: D1Database,
  actor: Actor,
  { sku, key }: { sku: string; key: string },
  now: number,
): Promise<SetResult> {
  if (!actor.may('intake')) return { ok: false, problem: toSetProblem('permission') }
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const repeated = await findRepeatedSet(db, actor, key)
    if (repeated) return repeated
    const [[set], broken] = await Promise.all([findTires(db, [sku]), findBreak(db, sku, now)])
    if (!set || !broken) return { ok: false, problem: toSetProblem('gone') }
    const { row, members, state, bin } = broken
    const tires = await findTires(db, members)
    const isHere = (tire: SetTire) =>
      state === 'live' ? isFree(tire) : tire.unit.state === state && tire.qty === 0 && tire.unit.offSale === 1
    const isUnchanged = set.unit.state === 'split' && tires.length === members.length && tires.every(isHere)
    // The set's report is that of before; a tire that came back since has another one. Read after the versions of the tires.
    if (!isUnchanged || (await cameBackAfter(db, members, row.id)))
      return { ok: false, problem: toSetProblem('tires-changed') }
    const change = { actor, now, key, why: null, set: set.product.sku, kind: 'undo' } as const
    const outcome = await runRecorded(db, [
      ...moveSet(change, {
        ...{ tires: tires.length, members, version: set.unit.version, undoes: row.id },
        before: { state: 'split', bin: null },
        after: { state, bin },
      }),
      ...joinTires(change, tires),
    ])
    if (typeof outcome !== 'string') return { ok: true, sku: set.product.sku, auditId: outcome.auditId }
    if (outcome === 'undone') return { ok: false, problem: toSetProblem('tires-changed') }
  }
  return { ok: false, problem: toSetProblem('busy') }
}
