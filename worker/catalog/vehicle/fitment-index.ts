/**
 * The cars in this isolate's memory by make, model, year and trim, read once per version of the catalog.
 * About 60,000 fitments (every car since 1990) need 12 MB; a larger catalog should read them by make.
 */
import { type LandingTarget, landingSlug } from '../../../schema/catalog/landing/landing.ts'
import {
  type CarFitment,
  type CarStep,
  type CarView,
  type FitmentAxle,
  groupYearsByDecade,
} from '../../../schema/catalog/vehicle/vehicle.ts'
import { productHref } from '../../../schema/paths.ts'
import { cachePerVersion } from '../../platform/cache/per-version.ts'
import type { SizeInStock } from '../index/listing-engine.ts'
import { type CarLine, readCarLines, type StaggeredSet } from './vehicle-fitments.sql.ts'

export interface CarTrim extends CarStep {
  fits: CarFitment[]
}

export interface CarModel extends CarStep {
  bodyType: string
  years: Map<number, CarTrim[]>
}

export interface CarMake extends CarStep {
  models: Map<string, CarModel>
}

/** A car whose original tires have a size. */
export interface CarOfSize {
  make: CarMake
  model: CarModel
  yearFrom: number
  yearTo: number
  trims: string[]
}

export interface FitmentIndex {
  makes: ReadonlyMap<string, CarMake>
  /** Cars by the slug of a size, on either axle. */
  bySize: ReadonlyMap<string, readonly CarOfSize[]>
  sets: readonly StaggeredSet[]
  lines: readonly CarLine[]
}

export const getFitmentIndex = cachePerVersion(async (_version, db: D1Database): Promise<FitmentIndex> => {
  const { lines, sets } = await readCarLines(db)
  return { ...buildFitmentIndex(lines), sets, lines }
})

function buildFitmentIndex(lines: readonly CarLine[]): Omit<FitmentIndex, 'sets' | 'lines'> {
  const makes = new Map<string, CarMake>()
  const bySize = new Map<string, CarOfSize[]>()
  for (const line of lines) {
    const make = getOrCreate(makes, line.makeSlug, () => ({
      label: line.make,
      slug: line.makeSlug,
      models: new Map<string, CarModel>(),
    }))
    const model = getOrCreate(make.models, line.modelSlug, () => ({
      label: line.model,
      slug: line.modelSlug,
      bodyType: line.bodyType,
      years: new Map<number, CarTrim[]>(),
    }))
    for (let year = line.yearFrom; year <= line.yearTo; year += 1) addTrim(model, year, line)
    for (const slug of new Set([line.sizeSlug, line.sizeRearSlug ?? line.sizeSlug]))
      addCar(
        getOrCreate(bySize, slug, () => []),
        make,
        model,
        line,
      )
  }
  return { makes, bySize }
}

function addTrim(model: CarModel, year: number, line: CarLine): void {
  const trims = getOrCreate(model.years, year, () => [])
  const { size, sizeSlug, minLoad, minSpeed } = line
  const fit: CarFitment = { front: { size, sizeSlug, minLoad, minSpeed }, rear: toRearAxle(line) }
  const known = trims.find(({ slug }) => slug === line.trimSlug)
  // In a year with two generations of a car both are listed, often with the same size.
  const isKnown = known?.fits.some((other) => JSON.stringify(other) === JSON.stringify(fit))
  if (known && !isKnown) known.fits.push(fit)
  if (!known) trims.push({ label: line.trim, slug: line.trimSlug, fits: [fit] })
}

function toRearAxle({
  sizeRear: size,
  sizeRearSlug: sizeSlug,
  minLoadRear,
  minSpeedRear,
}: CarLine): FitmentAxle | null {
  if (size === null || sizeSlug === null) return null
  return { size, sizeSlug, minLoad: minLoadRear, minSpeed: minSpeedRear }
}

function addCar(cars: CarOfSize[], make: CarMake, model: CarModel, line: CarLine): void {
  const { yearFrom, yearTo, trim } = line
  const known = cars.find((car) => car.model === model && car.yearFrom === yearFrom && car.yearTo === yearTo)
  if (!known) cars.push({ make, model, yearFrom, yearTo, trims: [trim] })
  else if (!known.trims.includes(trim)) known.trims.push(trim)
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = create()
  map.set(key, value)
  return value
}

/** The car of a landing; parts that its path does not name are `null`. */
export interface VehicleSelection {
  make: CarMake | null
  model: CarModel | null
  year: number | null
  /** All trims of the year, or the one that the landing names. */
  trims: readonly CarTrim[]
}

/** Finds the car of a landing. */
export function selectVehicle({ makes }: FitmentIndex, { values }: LandingTarget): VehicleSelection {
  const [makeSlug = '', modelSlug = '', yearText = '', trimSlug] = values.map(({ attribute, label }) =>
    landingSlug(attribute, label),
  )
  const make = makes.get(makeSlug) ?? null
  const model = make?.models.get(modelSlug) ?? null
  const year = model?.years.has(Number(yearText)) ? Number(yearText) : null
  const trims = (year === null ? null : model?.years.get(year)) ?? []
  return {
    make,
    model,
    year,
    trims: trimSlug === undefined ? trims : trims.filter(({ slug }) => slug === trimSlug),
  }
}

/** Returns the sorted slugs of all sizes of a landing's trims. */
export function sizesOfCar(fitments: FitmentIndex, target: LandingTarget): string[] {
  const { trims } = selectVehicle(fitments, target)
  const slugs = trims.flatMap(({ fits }) =>
    fits.flatMap(({ front, rear }) => (rear ? [front.sizeSlug, rear.sizeSlug] : [front.sizeSlug])),
  )
  return [...new Set(slugs)].sort()
}

/** Returns the staggered sets for a fitment, one of each name, because generations of a car share sets. */
export function setsFor({ sets }: FitmentIndex, { front, rear }: CarFitment): StaggeredSet[] {
  if (!rear) return []
  const fitting = sets.filter(({ sizes }) => sizes.includes(front.sizeSlug) && sizes.includes(rear.sizeSlug))
  return [...new Map(fitting.map((set) => [set.name, set])).values()]
}

/** The choices of the finder by car, unchecked; values that no car has are ignored. */
export interface VehicleQuery {
  year: string | undefined
  make: string | undefined
  model: string | undefined
}

/** Returns the options of the finder's selects; the counts come from `sizes`, the sizes in stock. */
export function carView(fitments: FitmentIndex, sizes: readonly SizeInStock[], query: VehicleQuery): CarView {
  const makes = [...fitments.makes.values()]
  const years = makes.flatMap((make) => [...make.models.values()].flatMap((model) => [...model.years.keys()]))
  const year = years.find((known) => String(known) === query.year)
  const isSoldInYear = (model: CarModel) => year !== undefined && model.years.has(year)
  const make = fitments.makes.get(query.make ?? '')
  const models = [...(make?.models.values() ?? [])].filter(isSoldInYear)
  const model = models.find(({ slug }) => slug === query.model)
  const trims = (year === undefined ? null : model?.years.get(year)) ?? []
  const counts = new Map(sizes.map(({ slug, count }) => [slug, count]))
  return {
    years: groupYearsByDecade(years),
    makes: makes.filter(({ models: own }) => [...own.values()].some(isSoldInYear)).map(toStep),
    models: models.map(toStep),
    trims: trims.map((trim) => ({
      ...toStep(trim),
      fitments: trim.fits.map((fit) => ({
        ...fit,
        count: counts.get(fit.front.sizeSlug) ?? 0,
        rearCount: fit.rear && (counts.get(fit.rear.sizeSlug) ?? 0),
        sets: setsFor(fitments, fit).map(({ name, sku, slug }) => ({
          name,
          href: productHref({ sku, parentSku: null, slug }),
        })),
      })),
    })),
  }
}

function toStep({ label, slug }: CarStep): CarStep {
  return { label, slug }
}
