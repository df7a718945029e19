/** What the finder starts with: the sizes in stock, the years of cars, and the makes for browsers without script. */
import type { FinderCars } from '../../../client/catalog/finder/finder.island.tsx'
import { type FinderView, findSize } from '../../../schema/catalog/finder/finder.ts'
import { paths } from '../../../schema/paths.ts'
import type { Catalog } from '../index/catalog.ts'
import { finderSizes } from '../index/finder-sizes.ts'
import { getLandingIndex, isHidden } from '../landing/landing-index.ts'
import { carView, getFitmentIndex } from '../vehicle/fitment-index.ts'

/** The size that the finder starts with where it is in stock; the most stocked one otherwise. */
const USUAL = { width: 225, aspect: 45, rim: 17 }

export interface FinderData {
  view: FinderView
  cars: FinderCars | null
}

/** Reads D1 only where this version of the catalog is new to the isolate. */
export async function finderData(db: D1Database, catalog: Catalog): Promise<FinderData> {
  const [sizes, cars, landings] = await Promise.all([
    catalog.sizes(),
    getFitmentIndex(catalog.version, db),
    getLandingIndex(catalog.version, db),
  ])
  const { years } = carView(cars, [], { year: undefined, make: undefined, model: undefined })
  const makes = [...cars.makes.values()].filter(({ slug }) => !isHidden(landings, `${paths.cars}/${slug}`))
  return {
    view: findSize(finderSizes(sizes), USUAL),
    cars: years.length > 0 ? { years, makes: makes.map(({ label, slug }) => ({ label, slug })) } : null,
  }
}
