/** Vehicles named in a search term: `honda civic 2018`. */
import { STOP_WORDS, wordsOf } from '../search/search.ts'

export interface KnownCar {
  make: string
  model: string
  years: readonly number[]
  trims?: readonly { label: string; years: readonly number[] }[]
}

/** A vehicle as far as a term names it. */
export interface NamedCar {
  make: string
  model: string | null
  year: number | null
  /** Set only with a trim: the typed year, else the last model year. */
  trim: string | null
  /** Whether every word matches completely. */
  isWhole: boolean
}

const MAX_RESULTS = 2

/** Finds vehicles of which every word is a prefix of make, model or trim; another model year finds nothing. */
export function findVehiclesInTerm(term: string, cars: readonly KnownCar[]): NamedCar[] {
  const words = wordsOf(term).filter((word) => !STOP_WORDS.has(word))
  const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
  const year = words.map(Number).find((_, index) => isYear(words[index] ?? '')) ?? null
  const names = words.filter((word) => !isYear(word))
  if (names.length === 0) return []
  const makes = new Map<string, NamedCar>()
  const models: NamedCar[] = []
  for (const { make, model, years, trims = [] } of cars) {
    const ofMake = wordsOf(make)
    const own = [...ofMake, ...wordsOf(model)]
    if (!names.every((word) => own.some((other) => other.startsWith(word)))) {
      for (const trim of trims) {
        const made = trim.years.filter((one) => year === null || one === year)
        if (made.length === 0 || !namesTrim(names, own, wordsOf(trim.label))) continue
        models.push({ make, model, trim: trim.label, year: Math.max(...made), isWhole: true })
      }
      continue
    }
    // A make alone names all of its models.
    if (year === null && names.every((word) => ofMake.some((other) => other.startsWith(word)))) {
      makes.set(make, { make, model: null, trim: null, year, isWhole: same(names, ofMake) })
      continue
    }
    if (year !== null && !years.includes(year)) continue
    const isWhole = same(names, own) || same(names, wordsOf(model))
    models.push({ make, model, trim: null, year, isWhole })
  }
  return [...makes.values(), ...models]
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))
    .slice(0, MAX_RESULTS)
}

/** Returns whether the words name this trim completely; a common word such as Sport also needs the model. */
function namesTrim(names: readonly string[], car: readonly string[], trim: readonly string[]): boolean {
  return (
    trim.every((word) => names.includes(word)) &&
    names.every((word) => trim.includes(word) || car.includes(word)) &&
    (trim.some((word) => /\d/.test(word)) || names.some((word) => car.includes(word)))
  )
}

function same(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && others.every((word) => some.includes(word))
}

/** Returns the only vehicle that the whole term names; `null` for none and for several. */
export function resolveVehicle(term: string, cars: readonly KnownCar[]): NamedCar | null {
  const whole = findVehiclesInTerm(term, cars).filter(({ isWhole }) => isWhole)
  return whole.length === 1 ? (whole[0] ?? null) : null
}
