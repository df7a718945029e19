/**
 * The initial data of the finder: sizes in stock, years of cars, and makes for browsers without JavaScript.
 */
import type { FinderCars } from '../../../client/catalog/finder/finder.island.tsx'
import { type FinderView, findSize } from '../../../schema/catalog/finder/finder.ts'
import { paths } from '../../../schema/paths.ts'
import type { Catalog } from '../index/catalog.ts'
import { finderSizes } from '../index/finder-sizes.ts'
import { getLandingIndex, isHidden } from '../landing/landing-index.ts'
import { carView, getFitmentIndex } from '../vehicle/fitment-index.ts'

/**
 * The size that the finder shows first where it is in stock; otherwise the finder shows the most stocked
 * size.
 */
const DEFAULT_SIZE = { width: 225, aspect: 45, rim: 17 }

export interface FinderData {
  view: FinderView
  cars: FinderCars | null
}

/** Returns the data; reads D1 only once per isolate and version of the catalog. */
export async function finderData(db: D1Database, catalog: Catalog): Promise<FinderData> {
  const [sizes, cars, landings] = await Promise.all([
    catalog.sizes(),
    getFitmentIndex(catalog.version, db),
    getLandingIndex(catalog.version, db),
  ])
  const { years } = carView(cars, [], { year: undefined, make: undefined, model: undefined })
  const makes = [...cars.makes.values()].filter(({ slug }) => !isHidden(landings, `${paths.cars}/${slug}`))
  return {
    view: findSize(finderSizes(sizes), DEFAULT_SIZE),
    cars: years.length > 0 ? { years, makes: makes.map(({ label, slug }) => ({ label, slug })) } : null,
  }
}
