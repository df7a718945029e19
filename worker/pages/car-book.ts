/**
 * The cars in this isolate's memory, read once per version of the catalogue, as the landings of cars go down: make,
 * model, year, trim. Some 60,000 fitments (every car since 1990) would be about 12 MB; past that, read by make.
 */
import { type LandingPlace, landingSlug } from '../../schema/domain/landing.ts'
import { type CarLine, readCarLines, type StaggeredSet } from '../db/car-lines.ts'

export interface CarSize {
  label: string
  slug: string
}

/** What stands on the two axles; `rear` is null when all four are alike. */
export interface CarFit {
  front: CarSize
  rear: CarSize | null
}

export interface CarTrim {
  label: string
  slug: string
  fits: CarFit[]
}

export interface CarModel {
  label: string
  slug: string
  bodyType: string
  years: Map<number, CarTrim[]>
}

export interface CarMake {
  label: string
  slug: string
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

export interface CarBook {
  makes: ReadonlyMap<string, CarMake>
  /** By slug of the size, at either axle. */
  bySize: ReadonlyMap<string, readonly CarOfSize[]>
  sets: readonly StaggeredSet[]
}

/** Values only, never a promise: a request that is cut off would take those along that wait for its read. */
let kept: { version: string; book: CarBook } | null = null

export async function carBook(db: D1Database, version: string): Promise<CarBook> {
  if (kept?.version === version) return kept.book
  const { lines, sets } = await readCarLines(db)
  const book = { ...bookOf(lines), sets }
  kept = { version, book }
  return book
}

export function bookOf(lines: readonly CarLine[]): Omit<CarBook, 'sets'> {
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
  const fit: CarFit = {
    front: { label: line.size, slug: line.sizeSlug },
    rear:
      line.sizeRear !== null && line.sizeRearSlug !== null
        ? { label: line.sizeRear, slug: line.sizeRearSlug }
        : null,
  }
  const known = trims.find(({ slug }) => slug === line.trimSlug)
  if (known) known.fits.push(fit)
  else trims.push({ label: line.trim, slug: line.trimSlug, fits: [fit] })
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
export interface CarPlace {
  make: CarMake | null
  model: CarModel | null
  year: number | null
  /** All of the year, or the one that the landing names. */
  trims: readonly CarTrim[]
}

export function carOf({ makes }: CarBook, { values }: LandingPlace): CarPlace {
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
export function sizesOfCar(book: CarBook, place: LandingPlace): string[] {
  const { trims } = carOf(book, place)
  const slugs = trims.flatMap(({ fits }) =>
    fits.flatMap(({ front, rear }) => (rear ? [front.slug, rear.slug] : [front.slug])),
  )
  return [...new Set(slugs)].sort()
}

/** The sets that were put together for these two sizes; one of each name, since generations of a car share theirs. */
export function setsFor({ sets }: CarBook, { front, rear }: CarFit): StaggeredSet[] {
  if (!rear) return []
  const fitting = sets.filter(({ sizes }) => sizes.includes(front.slug) && sizes.includes(rear.slug))
  return [...new Map(fitting.map((set) => [set.name, set])).values()]
}
