/** Says which lines of the cart fit the saved car. Loaded only while a car is saved. */
import type { CartLineView } from '../../schema/cart/cart.api.ts'
import type { SavedVehicle } from '../../schema/catalog/vehicle/vehicle.ts'
import { vehicleFit } from '../../schema/catalog/vehicle/vehicle-fit.ts'
import { readSavedVehicle } from '../catalog/vehicle/saved-vehicle.store.ts'

/** Whether the tires of a line fit the car, in words. */
export interface LineFit {
  isProblem: boolean
  text: string
}

/** Returns the fit of a line; `null` for other products, and where it is unknown. */
export function lineFit(car: SavedVehicle, { fitting }: Pick<CartLineView, 'fitting'>): LineFit | null {
  const fit = vehicleFit(car, fitting)
  return fit && { isProblem: fit.isProblem, text: fit.isProblem ? `${fit.text}. ${fit.reason}` : fit.text }
}

/** Returns a function that says whether a line fits the saved car; `null` without a car. */
export function savedCarFit(): ((line: Pick<CartLineView, 'fitting'>) => LineFit | null) | null {
  const car = readSavedVehicle()
  return car && ((line) => lineFit(car, line))
}
