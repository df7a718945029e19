/** Receipts of tires that come in quantities, with what they cost (H14h). */
import { RESTOCKED_CONDITIONS } from '../../catalog/product/product.ts'
import type { Cents } from '../../platform/money.ts'
import { PRESENT_STATES, type UnitState } from './unit-state.ts'

/** Tires that came in together. */
export interface Receipt {
  tires: number
  /** For each tire; `null` when nobody knows it. */
  costEach: Cents | null
}

/** Checks whether more tires of a unit can come in. Each used tire, and each set, is a unit of its own. */
export function isRestocked(
  { condition, setqty }: { condition: string | null; setqty: number },
  { state, isCounted }: { state: UnitState; isCounted: boolean },
): boolean {
  const isPresent = PRESENT_STATES.some((present) => present === state)
  const isOfKind = RESTOCKED_CONDITIONS.some((one) => one === condition) && setqty === 1
  return isCounted && isPresent && isOfKind
}

/** Returns the weighted average of tires with these costs, in cents; tires without a known cost count as the others. */
export function averageCost(
  here: { tires: number; cost: Cents | null },
  { tires, costEach }: Receipt,
): Cents | null {
  if (costEach === null) return here.cost
  if (here.cost === null || here.tires <= 0) return costEach
  return Math.round((here.tires * here.cost + tires * costEach) / (here.tires + tires))
}
