/** Puts the tires of a return back with new readings (H14). Moves no money. */
import { returnReference } from '../../../schema/orders/returns/return-case.ts'
import type { Actor } from '../../../schema/staff/changes/change.ts'
import { parseScan, skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import {
  compareReadings,
  type PutBackState,
  putBackProblem,
  RETURN_READING_MESSAGES,
  type ReturnReadingProblem,
  type ReturnReadings,
  returnReport,
} from '../../../schema/staff/returns/return-readings.ts'
import { PRESENT_STATES, type UnitState } from '../../../schema/staff/units/unit-state.ts'
import { findAuditRow, runRecorded } from '../changes/audit-log.sql.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'
import { matchRecalls } from '../safety/match-recalls.ts'
import { findSetOf } from '../sets/set-tires.sql.ts'
import { putBackStatements, type ReturnedUnit, readReturnedUnits, recordOtherTire } from './put-back.sql.ts'

/** How often a line is evaluated again when its unit was changed meanwhile. */
const MAX_TRIES = 8

interface PutBackRequest {
  orderNumber: string
  number: number
  itemId: number
  to: PutBackState
  /** `null` for tires without a report. */
  readings: ReturnReadings | null
  /** The label of the tire that is here; empty if nobody scanned it. */
  scan: string
  key: string
}

export type PutBackResult = { ok: true; sku: string; state: UnitState } | { ok: false; message: string }

const refuse = (problem: ReturnReadingProblem): PutBackResult => ({
  ok: false,
  message: RETURN_READING_MESSAGES[problem],
})

/** Puts the tires of one line of a case back into the yard: on sale, off sale or scrapped. */
export async function putBackReturn(
  db: D1Database,
  actor: Actor,
  request: PutBackRequest,
  now: number,
): Promise<PutBackResult> {
  const { orderNumber, number, itemId, readings, key } = request
  for (let attempt = 0; attempt < MAX_TRIES; attempt++) {
    const row = await findAuditRow(db, { key })
    const line = (await readReturnedUnits(db, orderNumber, number)).find((known) => known.itemId === itemId)
    if (!line) return refuse('gone')
    const { sku } = line
    if (row)
      return row.recordId === sku && row.staffId === actor.staffId
        ? { ok: true, sku, state: 'scrapped' in row.after ? 'scrap' : (row.after.state as UnitState) }
        : refuse('repeated-key')
    const problem = lineProblem(line) ?? readingsProblem(line, request) ?? othersProblem(line, request.to)
    if (problem)
      return typeof problem === 'string' ? refuse(problem) : { ok: false, message: problem.message }
    if (!(await isOwnLabel(db, line, request.scan))) {
      const text = `${sku}: ${request.scan} came back`
      await recordOtherTire(db, { line, by: `staff:${actor.staffId}`, text, now })
      return refuse('other-tire')
    }
    const to = await targetState(db, line, request, now)
    const report =
      line.report && readings && returnReport(readings, { treadNew: line.treadNew, name: actor.name, now })
    const outcome = await runRecorded(
      db,
      putBackStatements({
        ...{ actor, now, key, line, to, reference: returnReference(orderNumber, number) },
        readings: report && readings ? { report, findings: readings.findings } : null,
      }),
    )
    if (typeof outcome !== 'string') return { ok: true, sku, state: to }
  }
  return refuse('busy')
}

/** Checks whether all tires of a unit came back, so that each groove of its report can be measured again. */
export function hasReadings({ report, setqty, pieces }: ReturnedUnit): boolean {
  return report !== null && report.grooves.length === setqty && pieces === setqty
}

/** Returns why nothing of a line can be put back now; `null` if it can. */
export function lineProblem(line: ReturnedUnit): ReturnReadingProblem | null {
  const { state, restocked, pieces, linePieces, setqty } = line
  if (restocked + pieces > linePieces) return 'put-back'
  if (state !== 'received' && state !== 'refunded') return 'not-here'
  return setqty > 1 && pieces % setqty !== 0 ? 'part' : null
}

/** Returns why tires can't go somewhere beside the others of their unit, whose state stays; `null` if they can. */
export function othersProblem(
  { hasOthers, unitState }: ReturnedUnit,
  to: PutBackState,
): ReturnReadingProblem | null {
  if (!hasOthers || to === 'scrap') return null
  if (!PRESENT_STATES.some((state) => state === unitState)) return 'others-gone'
  return to === 'parked' && unitState === 'live' ? 'others-on-sale' : null
}

function readingsProblem(
  line: ReturnedUnit,
  { readings, to }: PutBackRequest,
): ReturnReadingProblem | { message: string } | null {
  if (!line.report || !hasReadings(line)) return null
  if (!readings) return { message: 'Measure each groove.' }
  const comparison = compareReadings(line.report, readings)
  return comparison.problem === null ? putBackProblem(comparison, to) : { message: comparison.problem }
}

/** Checks whether a scanned label is that of the sold unit, or of a tire of the sold set. */
async function isOwnLabel(db: D1Database, { sku }: ReturnedUnit, scanned: string): Promise<boolean> {
  const scan = parseScan(scanned)
  if (scan === null) return true
  if (scan.kind === 'bin') return false
  return skuSpellings(scan.sku).includes(sku.toUpperCase()) || (await findSetOf(db, scan.sku)) === sku
}

/** A tire with new readings waits for its second inspection where the shop wants that before each sale. */
async function targetState(
  db: D1Database,
  { sku, unitState, hasOthers }: ReturnedUnit,
  { to, readings }: PutBackRequest,
  now: number,
): Promise<UnitState> {
  // A recalled tire is never sold again by putting it back.
  const isRecalled = unitState === 'recalled' || (await matchRecalls(db, { sku }, now)).length > 0
  if (isRecalled && to !== 'scrap') return 'recalled'
  if (hasOthers && to !== 'scrap') return unitState
  if (to !== 'live' || !readings) return to
  const { secondInspection } = await readIntakeSettings(db)
  return secondInspection === 'before-sale' ? 'waiting' : 'live'
}
