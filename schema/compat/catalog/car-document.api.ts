/** Builds documents of vehicles: the sizes of a trim with their pages, and the vehicle of a landing. */
import type { FittedCar } from '../../catalog/vehicle/vehicle.ts'
import type { Document } from './search-match.ts'

const sizeLink = (slug: string) => `/t/s/${slug}`

export function sizeFilterDocument(car: FittedCar): Document {
  return {
    id: car.optionId,
    option_id: car.optionId,
    chassis_id: car.chassisId,
    size: car.size,
    size_link: sizeLink(car.sizeSlug),
    size_rear: car.sizeRear,
    size_rear_link: car.sizeRearSlug === null ? null : sizeLink(car.sizeRearSlug),
    make_name: car.make,
    model_name: car.model,
    submodel_name: car.trim,
    year_from: car.yearFrom,
    year_to: car.yearTo,
  }
}

/**
 * Returns the vehicle of a landing, `t/car/{make}/{model}/{year}/{trim}`; `null` above the model. Of several
 * generations the newest is used; the trim is set when the address has one.
 */
export function carInfo(cars: readonly FittedCar[], urlPath: string): Document | null {
  const [, , make, model, year, trim] = urlPath.replace(/^\/+/, '').split('/')
  if (!urlPath.replace(/^\/+/, '').startsWith('t/car/') || !model) return null
  const fitting = cars.filter(
    (car) =>
      car.makeSlug === make &&
      car.modelSlug === model &&
      (!year || (car.yearFrom <= Number(year) && Number(year) <= car.yearTo)) &&
      (!trim || car.trimSlug === trim),
  )
  const newest = Math.max(...fitting.map(({ yearFrom }) => yearFrom))
  const car = fitting.find(({ yearFrom }) => yearFrom === newest)
  if (!car) return null
  return {
    make_name: car.make,
    model_name: car.model,
    body_type_name: car.bodyType,
    drive_type_name: car.driveType,
    fg_chassis_id: car.chassisId,
    submodel_name: trim ? car.trim : null,
  }
}
