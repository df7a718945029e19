/**
 * A car that a shopper drives, and what the finder asks to get to it: year, make, model, trim (spec §2 "Finder"). What
 * stands on its axles is its fitment; a staggered car has another size at the rear.
 */

/** A make, model or trim as it is read and as it stands in addresses. */
export interface CarStep {
  label: string
  slug: string
}

/** What one axle asks of a tire; `null` where the shop does not know it. */
export interface Fitted {
  /** `225/45R17` */
  size: string
  /** `225-45r17` */
  sizeSlug: string
  minLoad: number | null
  minSpeed: string | null
}

export interface CarFitment {
  front: Fitted
  /** `null` when all four are alike. */
  rear: Fitted | null
}

/** The car that a shopper chose; kept in the browser alone (client/store/car.ts). */
export interface ChosenCar {
  year: number
  make: CarStep
  model: CarStep
  trim: CarStep
  fitment: CarFitment
}

/** A fitment as it is offered: tires in stock in its sizes, and sets that were put together for the two. */
export interface OfferedFitment extends CarFitment {
  count: number
  /** `null` when all four are alike. */
  rearCount: number | null
  sets: { name: string; href: string }[]
}

export interface OfferedTrim extends CarStep {
  fitments: OfferedFitment[]
}

/** GET /api/ext/cars?year=&make=&model=: what each select offers; a list is empty until the one before is answered. */
export interface CarView {
  /** Newest first. */
  years: { decade: number; years: number[] }[]
  makes: CarStep[]
  models: CarStep[]
  trims: OfferedTrim[]
}

/** `2019 Honda Civic EX` */
export function carText({ year, make, model, trim }: Omit<ChosenCar, 'fitment'>): string {
  return `${year} ${make.label} ${model.label} ${trim.label}`
}

/** `[{decade: 2010, years: [2018, 2017, …]}]`, newest first. */
export function byDecade(years: Iterable<number>): CarView['years'] {
  const decades = new Map<number, number[]>()
  for (const year of [...new Set(years)].sort((a, b) => b - a)) {
    const decade = Math.floor(year / 10) * 10
    decades.set(decade, [...(decades.get(decade) ?? []), year])
  }
  return [...decades].map(([decade, list]) => ({ decade, years: list }))
}
