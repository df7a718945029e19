/** Cars as the wire tells them: a trim's sizes with the pages that list them, and what a landing is about. */
import type { Document } from '../../compat/catalog/search-match.ts'

/** A trim of a generation on one of its sizes. */
export interface FittedCar {
  chassisId: number
  optionId: number
  make: string
  makeSlug: string
  model: string
  modelSlug: string
  bodyType: string
  driveType: string | null
  yearFrom: number
  yearTo: number
  trim: string
  trimSlug: string
  size: string
  sizeSlug: string
  /** Another size at the rear; null when all four are alike. */
  sizeRear: string | null
  sizeRearSlug: string | null
}

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
 * The car of a landing, `t/car/{make}/{model}/{year}/{trim}` as far down as it goes. Of several generations the newest
 * speaks; a trim is named where the address names one. `null` above the model.
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
  return (
    (car && {
      make_name: car.make,
      model_name: car.model,
      body_type_name: car.bodyType,
      drive_type_name: car.driveType,
      fg_chassis_id: car.chassisId,
      submodel_name: trim ? car.trim : null,
    }) ??
    null
  )
}
