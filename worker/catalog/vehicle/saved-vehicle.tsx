/** Elements that a script fills with the saved car (client/catalog/vehicle/saved-vehicle-page.ts). */
import { formatVehicle, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths } from '../../../schema/paths.ts'

/**
 * A line above a list that links to the choice of a car or names the saved car; both have the same height.
 */
export function SavedVehicleLine() {
  return (
    <p className="my-car" data-my-car="">
      <a className="text-button" href={paths.cars}>
        Add your car to see what fits
      </a>
    </p>
  )
}

/** The button "This is my car", which saves the car in the browser; it is hidden without JavaScript. */
export function SaveVehicleButton({ car }: { car: SavedVehicle }) {
  return (
    <button className="chip keep-car" type="button" aria-pressed="false" data-car={JSON.stringify(car)}>
      This is my car<span className="visually-hidden">: {formatVehicle(car)}</span>
    </button>
  )
}
