/** Says which lines of the cart fit the saved car. Loaded only while a car is saved. */
import type { CartLineView } from '../../schema/cart/cart.api.ts'
import { fitProblems } from '../../schema/catalog/vehicle/fit-problem.ts'
import { checkFitment } from '../../schema/catalog/vehicle/fitment.ts'
import { formatVehicle, type SavedVehicle } from '../../schema/catalog/vehicle/vehicle.ts'
import { readSavedVehicle } from '../catalog/vehicle/saved-vehicle.store.ts'

/** Whether the tires of a line fit the car, in words. */
export interface LineFit {
  isProblem: boolean
  text: string
}

/** Returns the fit of a line; `null` for other products, and where it is unknown. */
export function lineFit(car: SavedVehicle, { fitting }: Pick<CartLineView, 'fitting'>): LineFit | null {
  const [problem] = fitProblems(car.fitment, fitting)
  const name = formatVehicle(car)
  if (problem) return { isProblem: true, text: `Doesn’t fit your ${name}. ${problem.reason}` }
  const fits = new Set(fitting.map((tire) => checkFitment(car.fitment, tire).fits))
  if (fits.size === 0 || fits.has('no')) return null
  const [one] = fits
  const axle = fits.size > 1 || one === 'all' ? '' : `the ${one} of `
  return { isProblem: false, text: `Fits ${axle}your ${name}` }
}

/** Returns a function that says whether a line fits the saved car; `null` without a car. */
export function savedCarFit(): ((line: Pick<CartLineView, 'fitting'>) => LineFit | null) | null {
  const car = readSavedVehicle()
  return car && ((line) => lineFit(car, line))
}
