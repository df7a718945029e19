/** The names of cars for the search, and the addresses of their tires. */
import { landingPath } from '../../../schema/catalog/landing/landing.ts'
import {
  findVehiclesInTerm,
  type KnownCar,
  type VehicleInTerm,
} from '../../../schema/catalog/vehicle/search-vehicle.ts'
import { modelAndTrim } from '../../../schema/catalog/vehicle/vehicle.ts'
import { type CarModel, getFitmentIndex } from './fitment-index.ts'

/** Returns the names of all cars. */
export async function getVehicleVocabulary(db: D1Database, version: string): Promise<KnownCar[]> {
  const { makes } = await getFitmentIndex(version, db)
  return [...makes.values()].flatMap((make) =>
    [...make.models.values()].map((model) => ({
      make: make.label,
      model: model.label,
      years: [...model.years.keys()],
      trims: trimsOf(model),
    })),
  )
}

/** A car that a search names, with the address of its tires. */
export interface NamedCar {
  label: string
  href: string
}

/** Returns the cars that a term names; `find` also decides whether it may be misspelled. */
export async function findNamedCars(
  db: D1Database,
  version: string,
  term: string,
  find: typeof findVehiclesInTerm = findVehiclesInTerm,
): Promise<NamedCar[]> {
  return find(term, await getVehicleVocabulary(db, version)).flatMap((car) => {
    const href = namedCarHref(car)
    const name = car.model !== null && car.trim !== null ? modelAndTrim(car.model, car.trim) : car.model
    const label = [car.make, name, car.year].filter((part) => part !== null).join(' ')
    return href === null ? [] : [{ label, href }]
  })
}

function trimsOf({ years }: CarModel): NonNullable<KnownCar['trims']> {
  const yearsByTrim = new Map<string, number[]>()
  for (const [year, trims] of years)
    for (const { label } of trims) yearsByTrim.set(label, [...(yearsByTrim.get(label) ?? []), year])
  return [...yearsByTrim].map(([label, trimYears]) => ({ label, years: trimYears }))
}

/** Returns the address of a car's landing; `null` for a label that has no slug. */
export function namedCarHref({ make, model, year, trim }: VehicleInTerm): string | null {
  return landingPath({
    route: 'car',
    values: [
      { attribute: 'make', label: make },
      ...(model === null ? [] : [{ attribute: 'car_model' as const, label: model }]),
      ...(model === null || year === null ? [] : [{ attribute: 'year' as const, label: String(year) }]),
      ...(trim === null ? [] : [{ attribute: 'trim' as const, label: trim }]),
    ],
  })
}
