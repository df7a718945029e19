/**
 * Suggests the price of a used tire from the shop's own units (H14): the nearest ones, each adjusted to this tire's tread,
 * age, grade and brand, and of these the weighted median. It explains itself and never sets a price.
 */
import * as v from 'valibot'
import { formatQuantity } from '../../../platform/count.ts'
import { DAY_MS } from '../../../platform/duration.ts'
import { CENTS, type Cents } from '../../../platform/money.ts'
import {
  adjustmentOf,
  brandLevel,
  type PricedTire,
  type PriceFactors,
  type TireState,
} from './price-factors.ts'

/** Comparables are looked for until there are this many, nearest rung first. */
export const ENOUGH_COMPARABLES = 5
/** The most comparables of one suggestion: more change nothing and nobody reads them. */
const MAX_COMPARABLES = 40
/** A sale older than this weighs half. */
const FRESH_SALE_DAYS = 180
/** A unit that is unsold for longer is too expensive: its price is an upper bound. */
const SLOW_DAYS = 60

/** Nearest first: how a comparable is like the tire. */
const RUNGS = ['model', 'tier', 'size', 'rim'] as const
type Rung = (typeof RUNGS)[number]
const RUNG_WEIGHTS: Readonly<Record<Rung, number>> = { model: 4, tier: 2, size: 1, rim: 0.5 }

/** The tire to be priced. */
export interface TireToPrice extends TireState {
  sizeSlug: string
  modelSlug: string
  rim: number
  season: string
  runFlat: boolean
}

/** A unit of the shop, sold or listed. */
export interface PricedUnit extends PricedTire {
  sku: string
  rim: number
  season: string
  runFlat: boolean
  /** Milliseconds. */
  listedAt: number
  soldAt: number | null
}

const COMPARABLE = v.object({
  sku: v.string(),
  rung: v.picklist(RUNGS),
  /** Its own price for one tire, and the price adjusted to the tire in question. */
  price: CENTS,
  adjusted: CENTS,
  /** Percent that each difference adds. */
  adjustments: v.array(
    v.object({ cause: v.picklist(['tread', 'age', 'grade', 'brand']), percent: v.number() }),
  ),
  isSold: v.boolean(),
  /** Days until it was sold, or since it is listed. */
  days: v.number(),
  /** True when its price only says that the tire is not worth more. */
  isUpperBound: v.boolean(),
})
export type Comparable = v.InferOutput<typeof COMPARABLE>

export const PRICE_SUGGESTION = v.object({
  /** Ends in 9 dollars; `null` when the shop knows no comparable and no price of a new tire. */
  price: v.nullable(CENTS),
  /** A quarter of the comparables is below, a quarter above. */
  low: v.nullable(CENTS),
  high: v.nullable(CENTS),
  /** All that were used, nearest first. */
  comparables: v.array(COMPARABLE),
  /** In words, for the person who sets the price. */
  reasons: v.array(v.string()),
})
export type PriceSuggestion = v.InferOutput<typeof PRICE_SUGGESTION>

/** Brands of one tier have about the same price level. */
function tierOf(level: number): 'premium' | 'mid' | 'value' {
  return level >= 1.15 ? 'premium' : level <= 0.87 ? 'value' : 'mid'
}

function rungOf(unit: PricedUnit, tire: TireToPrice, factors: PriceFactors): Rung | null {
  const isSize = unit.sizeSlug === tire.sizeSlug && unit.runFlat === tire.runFlat
  if (isSize && unit.brandSlug === tire.brandSlug && unit.modelSlug === tire.modelSlug) return 'model'
  const isTier = tierOf(brandLevel(factors, unit.brandSlug)) === tierOf(brandLevel(factors, tire.brandSlug))
  if (isSize && isTier && unit.season === tire.season) return 'tier'
  if (unit.sizeSlug === tire.sizeSlug) return 'size'
  return unit.rim === tire.rim && isTier && unit.season === tire.season ? 'rim' : null
}

interface Weighted {
  comparable: Comparable
  weight: number
}

function compare(
  unit: PricedUnit,
  tire: TireToPrice,
  { rung, factors, now }: { rung: Rung; factors: PriceFactors; now: number },
): Weighted {
  const changes = Object.entries(adjustmentOf(unit, tire, factors)) as [
    Comparable['adjustments'][number]['cause'],
    number,
  ][]
  const whole = changes.reduce((product, [, change]) => product * change, 1)
  const days = Math.max(0, Math.floor(((unit.soldAt ?? now) - unit.listedAt) / DAY_MS))
  const isFresh = unit.soldAt !== null && now - unit.soldAt <= FRESH_SALE_DAYS * DAY_MS
  return {
    weight: RUNG_WEIGHTS[rung] * (isFresh ? 1 : 0.5),
    comparable: {
      sku: unit.sku,
      rung,
      price: unit.price,
      adjusted: Math.round(unit.price * whole),
      adjustments: changes
        .map(([cause, change]) => ({ cause, percent: Math.round((change - 1) * 100) }))
        .filter(({ percent }) => percent !== 0),
      isSold: unit.soldAt !== null,
      days,
      isUpperBound: unit.soldAt === null && days > SLOW_DAYS,
    },
  }
}

/** Returns the value below which this share of the weight lies; the values must not be empty. */
export function weightedQuantile(
  values: readonly { value: number; weight: number }[],
  share: number,
): number {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0)
  let below = 0
  for (const { value, weight } of sorted) {
    below += weight
    if (below >= share * total) return value
  }
  return sorted.at(-1)?.value ?? 0
}

/** Rounds to the nearest whole dollars that end in 9, at least $9. */
export function roundToNine(cents: Cents): Cents {
  return Math.max(900, Math.round((cents - 900) / 1000) * 1000 + 900)
}

/** Chooses comparables rung by rung until there are enough. */
function choose(
  units: readonly PricedUnit[],
  tire: TireToPrice,
  factors: PriceFactors,
  now: number,
): Weighted[] {
  const byRung = new Map<Rung, PricedUnit[]>(RUNGS.map((rung) => [rung, []]))
  for (const unit of units) {
    const rung = rungOf(unit, tire, factors)
    if (rung) byRung.get(rung)?.push(unit)
  }
  const chosen: Weighted[] = []
  for (const rung of RUNGS) {
    if (chosen.length >= ENOUGH_COMPARABLES) break
    const newest = (byRung.get(rung) ?? []).toSorted(
      (a, b) => (b.soldAt ?? b.listedAt) - (a.soldAt ?? a.listedAt),
    )
    chosen.push(
      ...newest.slice(0, MAX_COMPARABLES).map((unit) => compare(unit, tire, { rung, factors, now })),
    )
  }
  return chosen.slice(0, MAX_COMPARABLES)
}

/** Leaves out upper bounds that are not below the other prices, because they say nothing about the price. */
function withoutHighBounds(chosen: readonly Weighted[]): readonly Weighted[] {
  const free = chosen.filter(({ comparable }) => !comparable.isUpperBound)
  if (free.length === 0) return chosen
  const middle = weightedQuantile(toValues(free), 0.5)
  return chosen.filter(({ comparable }) => !comparable.isUpperBound || comparable.adjusted < middle)
}

function toValues(chosen: readonly Weighted[]) {
  return chosen.map(({ comparable, weight }) => ({ value: comparable.adjusted, weight }))
}

const RUNG_LABELS: Readonly<Record<Rung, string>> = {
  model: 'of the same model and size',
  tier: 'of this size, brands of the same price level',
  size: 'of this size, other brands',
  rim: 'for this rim, brands of the same price level',
}

function reasonsOf(used: readonly Comparable[]): string[] {
  const reasons = RUNGS.flatMap((rung) => {
    const count = used.filter((comparable) => comparable.rung === rung).length
    return count > 0 ? [`${count} ${count === 1 ? 'tire' : 'tires'} ${RUNG_LABELS[rung]}`] : []
  })
  const sold = used.filter(({ isSold }) => isSold).map(({ days }) => ({ value: days, weight: 1 }))
  if (sold.length === 0) reasons.push('None of these is sold yet')
  else {
    const days = formatQuantity(weightedQuantile(sold, 0.5), 'day')
    reasons.push(
      sold.length === 1
        ? `One of these sold, within ${days}`
        : `Half of the ${sold.length} sold ones sold within ${days}`,
    )
  }
  return reasons
}

/**
 * Suggests a price. `newPrice` is the price of a new tire, for a tire without comparables, and `usedShare` the share of it
 * that a used tire brings at full tread.
 */
export function suggestPrice(
  tire: TireToPrice,
  units: readonly PricedUnit[],
  options: { factors: PriceFactors; now: number; newPrice: Cents | null; usedShare: number },
): PriceSuggestion {
  const { factors, now, newPrice, usedShare } = options
  const used = withoutHighBounds(choose(units, tire, factors, now))
  if (used.length === 0) {
    if (newPrice === null) return { price: null, low: null, high: null, comparables: [], reasons: [] }
    const full: TireState = { ...tire, least: tire.treadNew, age: 0, grade: 'A' }
    const { tread, age, grade } = adjustmentOf(full, tire, factors)
    const price = roundToNine(newPrice * usedShare * tread * age * grade)
    const reason = `No tire to compare: ${Math.round(usedShare * 100)}% of a new one, less tread and age`
    return { price, low: null, high: null, comparables: [], reasons: [reason] }
  }
  const values = toValues(used)
  const comparables = used.map(({ comparable }) => comparable)
  const price = roundToNine(weightedQuantile(values, 0.5))
  return {
    price,
    // The rounded price may lie beside a narrow range.
    low: Math.min(price, weightedQuantile(values, 0.25)),
    high: Math.max(price, weightedQuantile(values, 0.75)),
    comparables,
    reasons: reasonsOf(comparables),
  }
}
