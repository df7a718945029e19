/** The grade of a used tire: one table of findings and tread (H14). */
import { usableTread } from '../../catalog/product/tread.ts'
import { effectiveCode, type Finding, findingRules, type Grade } from './findings.ts'

const ORDER: readonly Grade[] = ['A', 'B', 'C']

/** Grades by the least groove in 32nds, and by the share of the tread that a new tire has; the first row that fits counts. */
const TREAD_GRADES: readonly { least: number; share: number; grade: Grade }[] = [
  { least: 6, share: 0.45, grade: 'A' },
  { least: 4, share: 0, grade: 'B' },
  { least: 0, share: 0, grade: 'C' },
]

function worse(a: Grade, b: Grade): Grade {
  return ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b
}

function treadGrade(least: number, treadNew: number): Grade {
  const share = treadNew > 2 ? usableTread(least) / usableTread(treadNew) : 1
  return TREAD_GRADES.find((row) => least >= row.least && share >= row.share)?.grade ?? 'C'
}

/**
 * Returns the best grade that findings and tread allow: the worst of all, and C for a tire that is both well worn and
 * marked. Depths in 32nds of an inch.
 */
export function gradeOf(
  findings: readonly Finding[],
  { least, treadNew }: { least: number; treadNew: number },
): Grade {
  const marked = findings
    .map((finding) => findingRules(effectiveCode(finding)).grade ?? 'C')
    .reduce(worse, 'A' as Grade)
  const worn = treadGrade(least, treadNew)
  return marked === 'B' && worn === 'B' ? 'C' : worse(marked, worn)
}

/** Checks whether `wanted` is better than `allowed`: a person may lower a grade and never raise it. */
export function isHigherGrade(wanted: Grade, allowed: Grade): boolean {
  return ORDER.indexOf(wanted) < ORDER.indexOf(allowed)
}
