/** New readings of tires that came back (H14): what they are compared with, and the report that follows. Depths in 32nds of an inch. */
import { BEFORE_SENT, type InspectionReport } from '../../catalog/product/product.ts'
import { shopDay } from '../../platform/shop-calendar.ts'
import { type Finding, knockOutFinding } from '../intake/findings.ts'
import { gradeOf } from '../intake/grade.ts'
import { reportTexts } from '../intake/report-texts.ts'
import { checkTread, isBelowLegal, isUneven } from '../intake/tread-check.ts'

/** A groove that is deeper than at the sale by more than this is of another tire; by less, it was measured elsewhere. */
const SAME_GROOVE = 1

/** Where returned tires go. */
export const PUT_BACK_STATES = ['live', 'parked', 'scrap'] as const
export type PutBackState = (typeof PUT_BACK_STATES)[number]

export const RETURN_READING_MESSAGES = {
  'other-tire': 'Another tire came back. The case stays open.',
  deeper:
    'Deeper than at the sale: is it the same tire? Measure again, or record that another tire came back.',
  'not-here': 'Mark the tires as received first.',
  'put-back': 'These tires were put back already.',
  part: 'Only a part of the set came back. Take in its tires one by one.',
  'knock-out': 'These tires can’t be sold again. Scrap them.',
  'others-on-sale':
    'The other tires of this unit are on sale, so these can’t stay off sale. Put them on sale, or scrap them.',
  'others-gone':
    'The other tires of this unit aren’t in the yard. Correct the state on the unit’s page first.',
  busy: 'Others are changing this right now. Try again.',
  gone: 'There’s no such return.',
  'repeated-key': 'This request was used for another change.',
} as const
export type ReturnReadingProblem = keyof typeof RETURN_READING_MESSAGES

export interface ReturnReadings {
  /** One list per tire, as in the report. */
  grooves: number[][]
  findings: readonly Finding[]
}

/** Reads typed depths, in the order of the report's grooves; `null` while one is missing or no number. */
export function readDepths(
  typed: readonly string[],
  report: Pick<InspectionReport, 'grooves'>,
): number[][] | null {
  const depths = typed.map((text) =>
    /^\d{1,2}([.,]\d)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN,
  )
  const count = report.grooves.reduce((sum, grooves) => sum + grooves.length, 0)
  if (depths.length !== count || depths.some(Number.isNaN)) return null
  let at = 0
  return report.grooves.map((grooves) => {
    at += grooves.length
    return depths.slice(at - grooves.length, at)
  })
}

export interface Comparison {
  /** The most that one groove lost. */
  lost: number
  /** Whether a groove is deeper than it can be. */
  isDeeper: boolean
  /** Whether the tires may be sold again. */
  isSellable: boolean
  /** The first problem of the depths themselves, such as a quarter. */
  problem: string | null
}

/** Compares new readings with the report of the sale. */
export function compareReadings(
  { grooves: before }: Pick<InspectionReport, 'grooves'>,
  { grooves, findings }: ReturnReadings,
): Comparison {
  const losses = before.flatMap((depths, tire) =>
    depths.map((depth, at) => depth - (grooves[tire]?.[at] ?? depth)),
  )
  const [problem] = grooves.flatMap((depths) =>
    checkTread({ depths, confirmed: [] }).problems.filter(({ code }) => code !== 'tread-below-legal'),
  )
  return {
    lost: Math.max(0, ...losses),
    isDeeper: losses.some((loss) => loss < -SAME_GROOVE),
    isSellable: knockOutFinding(findings) === null && !grooves.some(isBelowLegal),
    problem: problem?.message ?? null,
  }
}

/** Returns why tires with these readings cannot go where somebody puts them; `null` if they can. */
export function putBackProblem(
  { isDeeper, isSellable }: Comparison,
  to: PutBackState,
): ReturnReadingProblem | null {
  if (isDeeper) return 'deeper'
  return isSellable || to === 'scrap' ? null : 'knock-out'
}

/** Returns the report of tires that came back; the second inspection is made before they are sent again. */
export function returnReport(
  { grooves, findings }: ReturnReadings,
  { treadNew, name, now }: { treadNew: number; name: string; now: number },
): InspectionReport {
  const hasUneven = findings.some(({ code }) => code === 'uneven')
  const all: Finding[] =
    grooves.some(isUneven) && !hasUneven ? [...findings, { code: 'uneven' }] : [...findings]
  return {
    grooves,
    ...reportTexts(all, 'later'),
    grade: gradeOf(all, { least: Math.min(...grooves.flat()), treadNew }),
    firstInspection: { by: name, on: shopDay(now) },
    secondInspection: { by: BEFORE_SENT, on: '' },
  }
}
