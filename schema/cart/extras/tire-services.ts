/**
 * The road hazard plan of a cart. A cart that has the plan has it for all of its tires: the quantities of the plan's lines follow
 * the tires with every change, so that no tire is charged twice and no plan is charged without its tire (H13f).
 */
import type { Cart, CartLine } from '../cart.ts'

/** A product of the plan, as a new line with the number of tires that one unit covers. */
export type PlanUnit = Omit<CartLine, 'itemId' | 'qty'> & { coversTires: number }

/** Returns how many units of each product cover exactly `tires`, the largest units first; none for tires that no unit fits. */
export function planQuantities<Unit extends { coversTires: number }>(
  units: readonly Unit[],
  tires: number,
): { unit: Unit; qty: number }[] {
  let left = tires
  return units
    .toSorted((a, b) => b.coversTires - a.coversTires)
    .flatMap((unit) => {
      const qty = Math.floor(left / unit.coversTires)
      left -= qty * unit.coversTires
      return qty > 0 ? [{ unit, qty }] : []
    })
}

/**
 * Returns the cart with the lines of its plan as its tires need them; `tires` is the number of tires of all lines. Without
 * tires the plan ends. A known line keeps its id and price.
 */
export function followTires(cart: Cart, tires: number): Cart {
  const units = cart.plan ?? []
  const isPlan = (line: CartLine) =>
    line.coversTires !== undefined || units.some(({ sku }) => sku === line.sku)
  if (!cart.lines.some(isPlan) && units.length === 0) return cart
  const others = cart.lines.filter((line) => !isPlan(line))
  let { nextItemId } = cart
  const plans = planQuantities(units, tires).map(({ unit, qty }): CartLine => {
    const known = cart.lines.find((line) => line.coversTires !== undefined && line.sku === unit.sku)
    return { ...(known ?? { ...unit, itemId: nextItemId++ }), qty }
  })
  return { ...cart, lines: [...others, ...plans], nextItemId, plan: plans.length > 0 ? units : null }
}
