/** Vehicles named in a search term: `honda civic 2018`. */
import { STOP_WORDS, splitWords } from '../search/search.ts'
import { nearestWord } from '../search/search-spelling.ts'

export interface KnownCar {
  make: string
  model: string
  years: readonly number[]
  trims?: readonly { label: string; years: readonly number[] }[]
}

/** The vehicle that a term names; parts that the term does not name are `null`. */
export interface VehicleInTerm {
  make: string
  model: string | null
  /** The typed year; with a trim and without a typed year, the last model year of the trim. */
  year: number | null
  trim: string | null
  /** Whether the words of the term match the names completely. */
  isWhole: boolean
}

const MAX_RESULTS = 2

/**
 * Finds vehicles for a term: each word must begin a word of make or model, or name a trim; a typed year must be a
 * model year.
 */
export function findVehiclesInTerm(term: string, cars: readonly KnownCar[]): VehicleInTerm[] {
  const words = splitWords(term).filter((word) => !STOP_WORDS.has(word))
  const isYear = (word: string) => /^(?:19|20)\d\d$/.test(word)
  const year = words.map(Number).find((_, index) => isYear(words[index] ?? '')) ?? null
  const names = words.filter((word) => !isYear(word))
  if (names.length === 0) return []
  const makes = new Map<string, VehicleInTerm>()
  const models: VehicleInTerm[] = []
  for (const { make, model, years, trims = [] } of cars) {
    const makeWords = splitWords(make)
    const carWords = [...makeWords, ...splitWords(model)]
    if (!names.every((word) => carWords.some((other) => other.startsWith(word)))) {
      for (const trim of trims) {
        const trimYears = trim.years.filter((one) => year === null || one === year)
        if (trimYears.length === 0 || !namesTrim(names, carWords, splitWords(trim.label))) continue
        models.push({ make, model, trim: trim.label, year: Math.max(...trimYears), isWhole: true })
      }
      continue
    }
    // A term with only the make finds the make, not each of its models.
    if (year === null && names.every((word) => makeWords.some((other) => other.startsWith(word)))) {
      makes.set(make, { make, model: null, trim: null, year, isWhole: sameWords(names, makeWords) })
      continue
    }
    if (year !== null && !years.includes(year)) continue
    const isWhole = sameWords(names, carWords) || sameWords(names, splitWords(model))
    models.push({ make, model, trim: null, year, isWhole })
  }
  return [...makes.values(), ...models]
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole))
    .slice(0, MAX_RESULTS)
}

/**
 * Finds vehicles for a misspelled term: each word is replaced by the nearest word of makes and models. Empty for a term without a
 * misspelled word.
 */
export function findMisspelledVehicles(term: string, cars: readonly KnownCar[]): VehicleInTerm[] {
  const known = [...new Set(cars.flatMap(({ make, model }) => [...splitWords(make), ...splitWords(model)]))]
  const words = splitWords(term)
  const corrected = words.map((word) => nearestWord(word, known) ?? word)
  return corrected.join(' ') === words.join(' ') ? [] : findVehiclesInTerm(corrected.join(' '), cars)
}

/** Checks whether the words name this trim completely; a trim without digits such as Sport also needs make or model. */
function namesTrim(names: readonly string[], car: readonly string[], trim: readonly string[]): boolean {
  return (
    trim.every((word) => names.includes(word)) &&
    names.every((word) => trim.includes(word) || car.includes(word)) &&
    (trim.some((word) => /\d/.test(word)) || names.some((word) => car.includes(word)))
  )
}

function sameWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && b.every((word) => a.includes(word))
}

/** Returns the only vehicle that the whole term names; `null` for no vehicle and for several. */
export function resolveVehicle(term: string, cars: readonly KnownCar[]): VehicleInTerm | null {
  const whole = findVehiclesInTerm(term, cars).filter(({ isWhole }) => isWhole)
  return whole.length === 1 ? (whole[0] ?? null) : null
}
