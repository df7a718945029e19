/** The names of cars for the search, and the addresses of their tires. */
import { landingPath } from '../../../schema/catalog/landing/landing.ts'
import type { KnownCar, VehicleInTerm } from '../../../schema/catalog/vehicle/search-vehicle.ts'
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
