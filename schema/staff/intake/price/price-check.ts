/** Rules of a unit's price (H14): a floor above its cost, and a reason for a price far off the suggestion. */
import { type Cents, formatMoney } from '../../../platform/money.ts'
import type { IntakeDraft, Problem } from '../intake-draft.ts'
import { toProblem } from '../intake-problem.ts'
import type { IntakeSettings } from '../intake-settings.ts'

/** Percent by which a price may differ from the suggestion without a reason. */
const FREE_PERCENT = 25
const HIGHEST: Cents = 999_900
const LOWEST: Cents = 100

/** Returns the smallest price of a unit whose cost is `cost`, `null` for an unknown cost; in cents. */
export function priceFloor(
  cost: Cents | null,
  { leastPrice, leastMargin }: Pick<IntakeSettings, 'leastPrice' | 'leastMargin'>,
): Cents {
  return Math.max(leastPrice, cost === null ? 0 : cost + leastMargin)
}

/** Returns what one tire of a lot cost, rounded up to cents; `null` when price or number is unknown. */
export function unitCost(
  lot: { kind: 'whole' | 'each'; paid: Cents | null; count: number | null } | null,
): Cents | null {
  if (lot?.paid == null) return null
  if (lot.kind === 'each') return lot.paid
  return lot.count ? Math.ceil(lot.paid / lot.count) : null
}

/** Returns the problems of a price. `may` says which prices the person may set. */
export function checkPrice(
  { price, priceWhy }: Pick<IntakeDraft, 'price' | 'priceWhy'>,
  facts: { floor: Cents; suggested: Cents | null; may: { free: boolean; belowFloor: boolean } },
): Problem[] {
  if (price == null) return [toProblem('price-missing')]
  if (price < LOWEST || price > HIGHEST) return [toProblem('price-range')]
  const { floor, suggested, may } = facts
  const isExplained = (priceWhy ?? '').trim() !== ''
  const problems: Problem[] = []
  if (price < floor && !may.belowFloor)
    problems.push(toProblem('price-below-floor', { floor: formatMoney(floor) }))
  else if (price < floor && !isExplained)
    problems.push(toProblem('price-floor-why', { floor: formatMoney(floor) }))
  const percent = suggested ? Math.round((100 * Math.abs(price - suggested)) / suggested) : 0
  if (percent > FREE_PERCENT && !may.free) problems.push(toProblem('price-far', { percent }))
  else if (percent > FREE_PERCENT && !isExplained) problems.push(toProblem('price-why', { percent }))
  return problems
}
