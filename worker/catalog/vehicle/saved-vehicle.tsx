/** Places that a saved car fills in the browser (client/catalog/vehicle/saved-vehicle-page.ts); the same for everybody until then. */
import { formatVehicle, type SavedVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import { paths } from '../../../schema/paths.ts'

/** One line above a list: asks for a car, or names the saved one. Its height never changes. */
export function SavedVehicleLine() {
  return (
    <p className="my-car" data-my-car="">
      <a className="text-button" href={paths.cars}>
        Choose your car to see what fits
      </a>
    </p>
  )
}

/** "This is my car": saves the car in the browser. Hidden without script, which saving needs. */
export function SaveVehicleButton({ car }: { car: SavedVehicle }) {
  return (
    <button className="chip keep-car" type="button" aria-pressed="false" data-car={JSON.stringify(car)}>
      This is my car<span className="visually-hidden">: {formatVehicle(car)}</span>
    </button>
  )
}
