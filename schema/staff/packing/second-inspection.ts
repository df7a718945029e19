/** The second inspection of a used tire before it leaves (H14o): new readings beside those of its report. Depths in 32nds of an inch. */
import { BEFORE_SENT, type InspectionReport } from '../../catalog/product/product.ts'

/** Readings that differ by more are asked for again. */
const SAME_READING = 1

export const SECOND_INSPECTION_MESSAGES = {
  depths: 'Measure each groove: whole or half 32nds, such as 7.5.',
  again: 'This isn’t what the report says. Measure these grooves again.',
  mismatch: 'It still isn’t what the report says. Don’t pack it. Ask a manager.',
  own: 'You made the first inspection. Another person makes the second one.',
  permission: 'Your role can’t do second inspections. Ask someone of the yard.',
} as const

/** Checks whether the report still promises a second inspection. */
export function isInspectionDue(report: Pick<InspectionReport, 'secondInspection'> | null): boolean {
  return report?.secondInspection.by === BEFORE_SENT
}

/** Returns the places, in the order of the report's grooves, whose new reading differs by more than 1/32 in. */
export function findDifferences(
  { grooves: reported }: Pick<InspectionReport, 'grooves'>,
  measured: readonly (readonly number[])[],
): number[] {
  const now = measured.flat()
  return reported
    .flat()
    .flatMap((depth, place) => (Math.abs(depth - (now[place] ?? depth)) > SAME_READING ? [place] : []))
}
