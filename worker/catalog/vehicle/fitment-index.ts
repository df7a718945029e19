/**
 * The cars in this isolate's memory, read once per version of the catalog, as the landings of cars go down: make,
 * model, year, trim. Some 60,000 fitments (every car since 1990) would be about 12 MB; past that, read by make.
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
import { perVersion } from '../../platform/cache/per-version.ts'
import type { SizeLine } from '../index/listing-engine.ts'
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

/** A car that leaves the factory on a size. */
export interface CarOfSize {
  make: CarMake
  model: CarModel
  yearFrom: number
  yearTo: number
  trims: string[]
}

export interface FitmentIndex {
  makes: ReadonlyMap<string, CarMake>
  /** By slug of the size, at either axle. */
  bySize: ReadonlyMap<string, readonly CarOfSize[]>
  sets: readonly StaggeredSet[]
  lines: readonly CarLine[]
}

export const getFitmentIndex = perVersion(async (_version, db: D1Database): Promise<FitmentIndex> => {
  const { lines, sets } = await readCarLines(db)
  return { ...buildFitmentIndex(lines), sets, lines }
})

function buildFitmentIndex(lines: readonly CarLine[]): Omit<FitmentIndex, 'sets' | 'lines'> {
  const makes = new Map<string, CarMake>()
  const bySize = new Map<string, CarOfSize[]>()
  for (const line of lines) {
    const make = found(makes, line.makeSlug, () => ({
      label: line.make,
      slug: line.makeSlug,
      models: new Map<string, CarModel>(),
    }))
    const model = found(make.models, line.modelSlug, () => ({
      label: line.model,
      slug: line.modelSlug,
      bodyType: line.bodyType,
      years: new Map<number, CarTrim[]>(),
    }))
    for (let year = line.yearFrom; year <= line.yearTo; year += 1) addTrim(model, year, line)
    for (const slug of new Set([line.sizeSlug, line.sizeRearSlug ?? line.sizeSlug]))
      addCar(
        found(bySize, slug, () => []),
        make,
        model,
        line,
      )
  }
  return { makes, bySize }
}

function addTrim(model: CarModel, year: number, line: CarLine): void {
  const trims = found(model.years, year, () => [])
  const { size, sizeSlug, minLoad, minSpeed } = line
  const fit: CarFitment = { front: { size, sizeSlug, minLoad, minSpeed }, rear: rearOf(line) }
  const known = trims.find(({ slug }) => slug === line.trimSlug)
  // In the year of a change both generations were sold, often on the same size.
  const isKnown = known?.fits.some((one) => JSON.stringify(one) === JSON.stringify(fit))
  if (known && !isKnown) known.fits.push(fit)
  if (!known) trims.push({ label: line.trim, slug: line.trimSlug, fits: [fit] })
}

function rearOf({
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

function found<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const value = make()
  map.set(key, value)
  return value
}

/** The car that a landing names, as far down as it goes. */
export interface VehicleSelection {
  make: CarMake | null
  model: CarModel | null
  year: number | null
  /** All of the year, or the one that the landing names. */
  trims: readonly CarTrim[]
}

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

/** Slugs of every size of the trims that a landing is about, in order. */
export function sizesOfCar(fitments: FitmentIndex, target: LandingTarget): string[] {
  const { trims } = selectVehicle(fitments, target)
  const slugs = trims.flatMap(({ fits }) =>
    fits.flatMap(({ front, rear }) => (rear ? [front.sizeSlug, rear.sizeSlug] : [front.sizeSlug])),
  )
  return [...new Set(slugs)].sort()
}

/** The sets that were put together for these two sizes; one of each name, since generations of a car share theirs. */
export function setsFor({ sets }: FitmentIndex, { front, rear }: CarFitment): StaggeredSet[] {
  if (!rear) return []
  const fitting = sets.filter(({ sizes }) => sizes.includes(front.sizeSlug) && sizes.includes(rear.sizeSlug))
  return [...new Map(fitting.map((set) => [set.name, set])).values()]
}

/** What a browser asks, as it came; values that no car has count as not asked. */
export interface VehicleQuery {
  year: string | undefined
  make: string | undefined
  model: string | undefined
}

/** What the finder's selects offer. `sizes` are those in stock; a size counts what its own page shows. */
export function carView(fitments: FitmentIndex, sizes: readonly SizeLine[], asked: VehicleQuery): CarView {
  const makes = [...fitments.makes.values()]
  const years = makes.flatMap((make) => [...make.models.values()].flatMap((model) => [...model.years.keys()]))
  const year = years.find((known) => String(known) === asked.year)
  const madeIn = (model: CarModel) => year !== undefined && model.years.has(year)
  const make = fitments.makes.get(asked.make ?? '')
  const models = [...(make?.models.values() ?? [])].filter(madeIn)
  const model = models.find(({ slug }) => slug === asked.model)
  const trims = (year === undefined ? null : model?.years.get(year)) ?? []
  const counts = new Map(sizes.map(({ slug, count }) => [slug, count]))
  return {
    years: groupYearsByDecade(years),
    makes: makes.filter(({ models: own }) => [...own.values()].some(madeIn)).map(stepOf),
    models: models.map(stepOf),
    trims: trims.map((trim) => ({
      ...stepOf(trim),
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

function stepOf({ label, slug }: CarStep): CarStep {
  return { label, slug }
}
