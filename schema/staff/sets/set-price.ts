/** Suggests the price of a set (H14): what its tires cost alone, times what sets sold for against single tires. */
import type { Cents } from '../../platform/money.ts'
import { roundToNine, weightedQuantile } from '../intake/price/price-suggestion.ts'
import type { SetSize } from './set-rule.ts'

/** What tires bring more in a set, before the shop has sales of its own. */
const DEFAULT_FACTORS: Readonly<Record<SetSize, number>> = { 2: 1.05, 4: 1.1 }
/** With fewer sales chance decides more than buyers do. */
const MIN_SALES = 5
/** Outside of these bounds the sales are odd, not the market. */
const [LOWEST, HIGHEST] = [0.8, 1.4]

/** A sold set: what one of its tires sold for, and what such a tire costs alone; in cents. */
export interface SetSale {
  inSet: Cents
  alone: Cents
}

export interface SetSuggestion {
  price: Cents
  /** What the tires cost alone. */
  alone: Cents
  factor: number
  /** Sold sets that the factor comes from; 0 for the default. */
  sales: number
}

/** Returns the middle of what sets sold for against single tires; the default where there are too few. */
export function setFactor(sales: readonly SetSale[], size: SetSize): { factor: number; sales: number } {
  const ratios = sales.flatMap(({ inSet, alone }) => (alone > 0 && inSet > 0 ? inSet / alone : []))
  if (ratios.length < MIN_SALES) return { factor: DEFAULT_FACTORS[size], sales: 0 }
  const middle = weightedQuantile(
    ratios.map((value) => ({ value, weight: 1 })),
    0.5,
  )
  return { factor: Math.min(HIGHEST, Math.max(LOWEST, middle)), sales: ratios.length }
}

/** Suggests a price in cents for a set of tires with these prices. */
export function suggestSetPrice(
  prices: readonly Cents[],
  sales: readonly SetSale[],
  size: SetSize,
): SetSuggestion {
  const alone = prices.reduce((sum, price) => sum + price, 0)
  const factor = setFactor(sales, size)
  return { price: roundToNine(alone * factor.factor), alone, ...factor }
}
