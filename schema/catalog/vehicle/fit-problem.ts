/** Which of the tires that a shopper adds certainly do not fit the saved car, and why. */
import { checkFitment, type FittingTire } from './fitment.ts'
import type { CarFitment } from './vehicle.ts'

export interface FitProblem {
  tire: FittingTire
  /** Sentences that explain why the tire does not fit. */
  reason: string
}

/**
 * Returns the tires that fit no axle of the car, each once. A tire that may fit, because a load or speed is unknown, is no
 * problem.
 */
export function fitProblems(fitment: CarFitment, tires: readonly FittingTire[]): FitProblem[] {
  const problems = tires.flatMap((tire) => {
    const { fits, unsure, reasons } = checkFitment(fitment, tire)
    return fits === 'no' && !unsure ? [{ tire, reason: reasons.join(' ') }] : []
  })
  return problems.filter(
    ({ reason }, index) => problems.findIndex((other) => other.reason === reason) === index,
  )
}
