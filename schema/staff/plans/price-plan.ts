/** What a price plan does to a unit (H14). Amounts are cents, shares percent, times milliseconds. */
import { DAY_MS } from '../../platform/duration.ts'
import type { Cents } from '../../platform/money.ts'
import { shopDay, shopDayEnd, shopDayStart } from '../../platform/shop-calendar.ts'
import { nextPrice } from '../bulk/bulk-act.ts'

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
}

/** A plan that lowers prices more, or changes a larger part of the stock at once, needs the owner. */
const FREE_PERCENT = 25
const FREE_SHARE = 0.2

export interface PlannedUnit {
  price: Cents
  specialPrice: Cents | null
  cost: Cents | null
  listedAt: number
}

export interface SpecialPrice {
  specialPrice: Cents
  specialFrom: number
  specialTo: number | null
}

/** Checks whether a plan makes prices at a time. */
export function isPlanDue({ beginsOn, endsOn }: Pick<Plan, 'beginsOn' | 'endsOn'>, now: number): boolean {
  const day = shopDay(now)
  return beginsOn <= day && (endsOn === null || day <= endsOn)
}

/** Returns the special price of a step: whole dollars that end in 9, never below cost; `null` when it is no lower than the price. */
function stepPrice({ price, cost }: PlannedUnit, { percent }: PlanStep): Cents | null {
  const lower = nextPrice(price, { kind: 'price', how: 'percent', by: -percent * 100, isRounded: true })
  const special = Math.max(lower, cost ?? 0)
  return special < price ? special : null
}

/**
 * Returns the special price that a plan gives a unit at `now`, or `null` when the unit stays as it is: no step is reached, it has the
 * price already, or its special price is one that people chose.
 */
export function plannedPrice({ steps, endsOn }: Plan, unit: PlannedUnit, now: number): SpecialPrice | null {
  const days = Math.floor((now - unit.listedAt) / DAY_MS)
  const reached = steps.filter((step) => step.days <= days).sort((a, b) => a.days - b.days)
  const step = reached.at(-1)
  const special = step ? stepPrice(unit, step) : null
  if (special === null || special === unit.specialPrice) return null
  const isOwn = unit.specialPrice === null || steps.some((one) => stepPrice(unit, one) === unit.specialPrice)
  if (!isOwn) return null
  return {
    specialPrice: special,
    specialFrom: shopDayStart(now),
    specialTo: endsOn === null ? null : shopDayEnd(endsOn),
  }
}

/** Checks whether the owner has to allow a plan that changes `units` of the `stock` at once. */
export function needsOwner(
  { steps }: Pick<Plan, 'steps'>,
  { units, stock }: { units: number; stock: number },
): boolean {
  return units > FREE_SHARE * stock || steps.some(({ percent }) => percent > FREE_PERCENT)
}
