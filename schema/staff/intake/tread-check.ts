/** Rules of measured tread (H14). Depths in 32nds of an inch. */
import { LEGAL_TREAD } from '../../catalog/product/tread.ts'
import { type IntakeDraft, MAX_GROOVES, type Problem } from './intake-draft.ts'
import { toProblem, toQuestion } from './intake-problem.ts'

/** Below this depth few people buy a tire. */
const LOW_TREAD = 4
/** Grooves that differ by more than this are uneven wear. */
const EVEN_SPREAD = 3
const DEEPEST = 40

/** Returns the least of the depths; `null` without one. */
export function leastDepth(depths: readonly number[]): number | null {
  return depths.length > 0 ? Math.min(...depths) : null
}

function spreadOf(depths: readonly number[]): number {
  return depths.length > 0 ? Math.max(...depths) - Math.min(...depths) : 0
}

/** Checks whether the grooves differ so much that the tire is worn unevenly. */
export function isUneven(depths: readonly number[]): boolean {
  return spreadOf(depths) > EVEN_SPREAD
}

/** Checks whether a groove is below the depth that may be driven. */
export function isBelowLegal(depths: readonly number[]): boolean {
  return depths.some((depth) => depth >= 0 && depth < LEGAL_TREAD)
}

function depthProblems(depths: readonly number[]): Problem[] {
  if (depths.length === 0) return [toProblem('depths-missing')]
  if (depths.length > MAX_GROOVES) return [toProblem('depths-many')]
  return depths.flatMap((depth, index) => {
    if (depth < 0 || depth > DEEPEST) return [toProblem('depth-range', { groove: index + 1 })]
    return Number.isInteger(depth * 2) ? [] : [toProblem('depth-half', { groove: index + 1 })]
  })
}

/** Returns problems and warnings of the measured depths. */
export function checkTread({
  depths,
  treadNew,
  confirmed,
}: Pick<IntakeDraft, 'depths' | 'treadNew' | 'confirmed'>): {
  problems: Problem[]
  warnings: Problem[]
} {
  const problems = depthProblems(depths)
  const least = leastDepth(depths)
  if (problems.length > 0 || least === null) return { problems, warnings: [] }
  if (isBelowLegal(depths)) return { problems: [toProblem('tread-below-legal')], warnings: [] }
  const warnings: Problem[] = []
  if (least < LOW_TREAD) warnings.push(toProblem('tread-low', { least }))
  if (isUneven(depths)) warnings.push(toProblem('uneven-set', { spread: spreadOf(depths) }))
  const isDeeper = treadNew != null && Math.max(...depths) > treadNew
  if (isDeeper && !confirmed.includes('deeper-than-new'))
    problems.push(toQuestion('deeper-than-new', { treadNew }))
  return { problems, warnings }
}
