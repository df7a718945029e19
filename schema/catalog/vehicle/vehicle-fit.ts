/** Whether tires fit the saved car, in words; for the product page, the comparison, the cart and suggestions (H13a). */
import { fitProblems } from './fit-problem.ts'
import { checkFitment, type FittingTire } from './fitment.ts'
import { formatVehicle, type SavedVehicle } from './vehicle.ts'

export interface VehicleFit {
  isProblem: boolean
  /** `Fits your 2019 Honda Civic LX`, `Doesn’t fit your …`. */
  text: string
  /** Why it does not fit; empty when it fits. */
  reason: string
}

/** Returns whether tires that are bought together fit the car; `null` without tires, and where it is unknown. */
export function vehicleFit(car: SavedVehicle, tires: readonly FittingTire[]): VehicleFit | null {
  const [problem] = fitProblems(car.fitment, tires)
  const name = formatVehicle(car)
  if (problem) return { isProblem: true, text: `Doesn’t fit your ${name}`, reason: problem.reason }
  const fits = new Set(tires.map((tire) => checkFitment(car.fitment, tire).fits))
  if (fits.size === 0 || fits.has('no')) return null
  const [one] = fits
  const axle = fits.size > 1 || one === 'all' ? '' : `the ${one} of `
  return { isProblem: false, text: `Fits ${axle}your ${name}`, reason: '' }
}
