/**
 * How tread, age, grade and brand change the price of a used tire: factors with defaults, fitted by least squares to the
 * shop's own units (H14). The fit is pulled toward the defaults, so that a few odd sales change little.
 */
import * as v from 'valibot'
import { usableTread } from '../../../catalog/product/tread.ts'
import type { Cents } from '../../../platform/money.ts'
import type { Grade } from '../findings.ts'

const factor = v.pipe(v.number(), v.minValue(0), v.maxValue(10))

export const PRICE_FACTORS = v.object({
  /** Exponent of the tread's value. */
  tread: factor,
  /** What remains of the price after one more year. */
  year: factor,
  /** Price of grades B and C beside that of grade A. */
  gradeB: factor,
  gradeC: factor,
  /** Price level of a brand by its slug; 1 is the level of the shop. */
  brands: v.record(v.string(), factor),
})
export type PriceFactors = v.InferOutput<typeof PRICE_FACTORS>

export const DEFAULT_FACTORS: PriceFactors = { tread: 1, year: 0.965, gradeB: 0.96, gradeC: 0.88, brands: {} }

/** Bounds of the fitted factors: outside of them the data is wrong, not the market. */
const BOUNDS = {
  tread: [0.4, 1.6],
  year: [0.88, 1],
  gradeB: [0.8, 1],
  gradeC: [0.6, 1],
} as const
const BRAND_BOUNDS = [0.6, 1.7] as const

/** Share of a new tire's price that a tire at the legal minimum still brings, before age and grade. */
const WORN_VALUE = 0.3
/** Weight of the defaults in the fit, in units. */
const PRIOR_UNITS = 20
/** Weight of the shop's level in the level of a brand, in units. */
const BRAND_PRIOR_UNITS = 4
const BRAND_ROUNDS = 4

/** What the price of a used tire depends on. */
export interface TireState {
  brandSlug: string
  /** Least depth and depth when new, 32nds of an inch. */
  least: number
  treadNew: number
  /** Years since it was made. */
  age: number
  grade: Grade
}

/** A used tire with its price. */
export interface PricedTire extends TireState {
  sizeSlug: string
  modelSlug: string
  /** For one tire. */
  price: Cents
}

/** Returns the logarithm of what the tread is worth beside a full one. */
function treadLog({ least, treadNew }: TireState): number {
  const share = treadNew > 2 ? Math.min(1, usableTread(least) / usableTread(treadNew)) : 1
  return Math.log(WORN_VALUE + (1 - WORN_VALUE) * share)
}

/** Returns the price level of a brand; 1 for one that the shop never had. */
export function brandLevel(factors: PriceFactors, brandSlug: string): number {
  return Object.hasOwn(factors.brands, brandSlug) ? (factors.brands[brandSlug] ?? 1) : 1
}

/** What each cause changes when a tire in one state is compared with one in another; 1 changes nothing. */
export interface Adjustment {
  tread: number
  age: number
  grade: number
  brand: number
}

/** Returns the factors that bring the price of `from` to the state of `to`. */
export function adjustmentOf(from: TireState, to: TireState, factors: PriceFactors): Adjustment {
  const gradeValue = { A: 1, B: factors.gradeB, C: factors.gradeC }
  return {
    tread: Math.exp(factors.tread * (treadLog(to) - treadLog(from))),
    age: factors.year ** (to.age - from.age),
    grade: gradeValue[to.grade] / gradeValue[from.grade],
    brand: brandLevel(factors, to.brandSlug) / brandLevel(factors, from.brandSlug),
  }
}

function clamp(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value))
}

/** The four columns of the fit: tread, age, grade B, grade C. */
function columnsOf(tire: TireState): number[] {
  return [treadLog(tire), tire.age, tire.grade === 'B' ? 1 : 0, tire.grade === 'C' ? 1 : 0]
}

/** Solves the symmetric, positive definite system `matrix · x = right` by elimination. */
function solve(matrix: number[][], right: number[]): number[] {
  const size = right.length
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0])
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let pivot = 0; pivot < size; pivot += 1) {
    for (let row = pivot + 1; row < size; row += 1) {
      const share = at(row, pivot) / at(pivot, pivot)
      rows[row] = Array.from({ length: size + 1 }, (_, column) => at(row, column) - share * at(pivot, column))
    }
  }
  const result: number[] = Array.from({ length: size }, () => 0)
  for (let row = size - 1; row >= 0; row -= 1) {
    const known = result.reduce(
      (sum, value, column) => (column > row ? sum + at(row, column) * value : sum),
      0,
    )
    result[row] = (at(row, size) - known) / at(row, row)
  }
  return result
}

function groupBy(tires: readonly PricedTire[], keyOf: (tire: PricedTire) => string): PricedTire[][] {
  const groups = new Map<string, PricedTire[]>()
  for (const tire of tires) {
    const group = groups.get(keyOf(tire))
    if (group) group.push(tire)
    else groups.set(keyOf(tire), [tire])
  }
  return [...groups.values()]
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Fits tread, age and grade within groups of the same model and size, whose other causes are equal. */
function fitState(tires: readonly PricedTire[]): Omit<PriceFactors, 'brands'> {
  const { tread, year, gradeB, gradeC } = DEFAULT_FACTORS
  const defaults = [tread, Math.log(year), Math.log(gradeB), Math.log(gradeC)]
  const matrix = defaults.map(() => defaults.map(() => 0))
  const right = defaults.map(() => 0)
  const squares = defaults.map(() => 0)
  let count = 0
  for (const group of groupBy(tires, ({ sizeSlug, brandSlug, modelSlug }) =>
    [sizeSlug, brandSlug, modelSlug].join(' '),
  )) {
    if (group.length < 2) continue
    const columns = group.map(columnsOf)
    const means = defaults.map((_, index) => mean(columns.map((column) => column[index] ?? 0)))
    const level = mean(group.map(({ price }) => Math.log(price)))
    for (const [index, tire] of group.entries()) {
      count += 1
      const x = (columns[index] ?? []).map((value, column) => value - (means[column] ?? 0))
      const y = Math.log(tire.price) - level
      for (const [row, value] of x.entries()) {
        right[row] = (right[row] ?? 0) + value * y
        squares[row] = (squares[row] ?? 0) + value * value
        const sums = matrix[row] ?? []
        for (const [column, other] of x.entries()) sums[column] = (sums[column] ?? 0) + value * other
      }
    }
  }
  // The prior counts like units with the usual spread of each column.
  for (const [row, value] of defaults.entries()) {
    const prior = count > 0 && (squares[row] ?? 0) > 0 ? ((squares[row] ?? 0) / count) * PRIOR_UNITS : 1
    const sums = matrix[row] ?? []
    sums[row] = (sums[row] ?? 0) + prior
    right[row] = (right[row] ?? 0) + prior * value
  }
  const [k = tread, ageLog = 0, b = 0, c = 0] = solve(matrix, right)
  return {
    tread: clamp(k, BOUNDS.tread),
    year: clamp(Math.exp(ageLog), BOUNDS.year),
    gradeB: clamp(Math.exp(b), BOUNDS.gradeB),
    gradeC: clamp(Math.exp(c), BOUNDS.gradeC),
  }
}

/** Fits the level of each brand among tires of the same size, by turns with the level of each size. */
function fitBrands(
  tires: readonly PricedTire[],
  state: Omit<PriceFactors, 'brands'>,
): Record<string, number> {
  const plain: PriceFactors = { ...state, brands: {} }
  const asNew = (tire: PricedTire): TireState => ({ ...tire, least: tire.treadNew, age: 0, grade: 'A' })
  const values = new Map(
    tires.map((tire) => {
      const { tread, age, grade } = adjustmentOf(tire, asNew(tire), plain)
      return [tire, Math.log(tire.price * tread * age * grade)]
    }),
  )
  const logOf = (tire: PricedTire) => values.get(tire) ?? 0
  const sizes = groupBy(tires, ({ sizeSlug }) => sizeSlug)
  const brands = groupBy(tires, ({ brandSlug }) => brandSlug)
  const levels = new Map<string, number>()
  const sizeLevels = new Map<string, number>()
  for (let round = 0; round < BRAND_ROUNDS; round += 1) {
    for (const group of sizes) {
      const level = mean(group.map((tire) => logOf(tire) - (levels.get(tire.brandSlug) ?? 0)))
      sizeLevels.set(group[0]?.sizeSlug ?? '', level)
    }
    for (const group of brands) {
      const sum = group.reduce((total, tire) => total + logOf(tire) - (sizeLevels.get(tire.sizeSlug) ?? 0), 0)
      levels.set(group[0]?.brandSlug ?? '', sum / (group.length + BRAND_PRIOR_UNITS))
    }
  }
  return Object.fromEntries(
    [...levels].map(([brand, level]) => [brand, clamp(Math.exp(level), BRAND_BOUNDS)]),
  )
}

/** Fits the factors to the shop's own used tires. */
export function fitPriceFactors(tires: readonly PricedTire[]): PriceFactors {
  const usable = tires.filter(({ price, treadNew }) => price > 0 && treadNew > 2)
  const state = fitState(usable)
  return { ...state, brands: fitBrands(usable, state) }
}
