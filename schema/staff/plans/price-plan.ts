/** What a price plan does to a unit (H14). Amounts are cents, shares percent, times milliseconds. */
import { DAY_MS } from '../../platform/duration.ts'
import type { Cents } from '../../platform/money.ts'
import { shopDay, shopDayEnd, shopDayStart } from '../../platform/shop-calendar.ts'
import { nextPrice } from '../bulk/bulk-act.ts'
import { isInSeason, lastDayOfSeason, type PlanMonths } from './plan-season.ts'

export const PLAN_STATE_LABELS = {
  active: 'Active',
  waiting: 'Waits for the owner',
  stopped: 'Stopped',
} as const
export type PlanState = keyof typeof PLAN_STATE_LABELS

/** Lowers the price by a share when a unit is listed for this many days. */
export interface PlanStep {
  days: number
  percent: number
}

export interface Plan {
  steps: readonly PlanStep[]
  beginsOn: string
  endsOn: string | null
  /** The months of each year; `null` for all of them. */
  season: PlanMonths | null
}

/** A plan that lowers prices more, or changes a larger part of the stock at once, needs the owner. */
const FREE_PERCENT = 25
const FREE_SHARE = 0.2

export interface PlannedUnit {
  price: Cents
  specialPrice: Cents | null
  /** The last millisecond of the special price; `null` for no end. */
  specialTo: number | null
  cost: Cents | null
  listedAt: number
}

export interface SpecialPrice {
  specialPrice: Cents
  specialFrom: number
  specialTo: number | null
}

/** Checks whether a plan makes prices at a time. */
export function isPlanDue({ beginsOn, endsOn, season }: Omit<Plan, 'steps'>, now: number): boolean {
  const day = shopDay(now)
  return beginsOn <= day && (endsOn === null || day <= endsOn) && isInSeason(season, day)
}

/** Returns the last day of the prices that a plan makes on a day; `null` for no end. */
function lastDay({ endsOn, season }: Pick<Plan, 'endsOn' | 'season'>, day: string): string | null {
  const last = season && lastDayOfSeason(season, day)
  return last !== null && (endsOn === null || last < endsOn) ? last : endsOn
}

/** Returns the special price of a step: whole dollars that end in 9, never below cost; `null` when it is no lower than the price. */
function stepPrice({ price, cost }: PlannedUnit, { percent }: PlanStep): Cents | null {
  const lower = nextPrice(price, { kind: 'price', how: 'percent', by: -percent * 100, isRounded: true })
  const special = Math.max(lower, cost ?? 0)
  return special < price ? special : null
}

/**
 * Returns the special price that a plan gives a unit at `now`, or `null` when the unit stays as it is: no step is reached, it has the
 * price already, or its special price is one that people chose. A special price that has ended counts as none.
 */
export function plannedPrice(plan: Plan, unit: PlannedUnit, now: number): SpecialPrice | null {
  const { steps } = plan
  const days = Math.floor((now - unit.listedAt) / DAY_MS)
  const reached = steps.filter((step) => step.days <= days).sort((a, b) => a.days - b.days)
  const step = reached.at(-1)
  const special = step ? stepPrice(unit, step) : null
  const current = unit.specialTo !== null && unit.specialTo < now ? null : unit.specialPrice
  if (special === null || special === current) return null
  const isOwn = current === null || steps.some((one) => stepPrice(unit, one) === current)
  if (!isOwn) return null
  const last = lastDay(plan, shopDay(now))
  return {
    specialPrice: special,
    specialFrom: shopDayStart(now),
    specialTo: last === null ? null : shopDayEnd(last),
  }
}

/** Checks whether the owner has to allow a plan that changes `units` of the `stock` at once. */
export function needsOwner(
  { steps }: Pick<Plan, 'steps'>,
  { units, stock }: { units: number; stock: number },
): boolean {
  return units > FREE_SHARE * stock || steps.some(({ percent }) => percent > FREE_PERCENT)
}
