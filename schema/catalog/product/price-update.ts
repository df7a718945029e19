/** Applies prices that a page loads after it was rendered (C10) to the choices on the page. */

import type { Cents } from '../../platform/money.ts'
import type { BundleSlot, BuyUnit, GroupMember } from './product-selection.ts'

/** Current unit prices by sku; products without an entry keep their price. */
export type PriceUpdates = Readonly<Record<string, Cents>>

/** Returns the price per tire, rounded up like the prices of the server (price.ts). */
export function updatedPricePerTire(price: Cents, setqty: number): Cents {
  return Math.ceil(price / Math.max(1, setqty))
}

/** Returns a unit, or a member of a group, with its current price. */
export function withUpdatedPrice<
  Unit extends Pick<BuyUnit | GroupMember, 'sku' | 'setqty' | 'price' | 'perTire'>,
>(unit: Unit, prices: PriceUpdates): Unit {
  const price = prices[unit.sku]
  return price === undefined ? unit : { ...unit, price, perTire: updatedPricePerTire(price, unit.setqty) }
}

/** Returns a slot of a bundle with current prices; a choice costs as much as its units in one bundle. */
export function withUpdatedSlotPrices(slot: BundleSlot, prices: PriceUpdates): BundleSlot {
  const choices = slot.choices.map((choice) => {
    const price = prices[choice.sku]
    return price === undefined ? choice : { ...choice, price: price * choice.count }
  })
  return { ...slot, choices }
}

/** Returns the unit prices of everything that can be chosen. */
export function toPriceUpdates(choice: {
  units: readonly Pick<BuyUnit, 'sku' | 'price'>[]
  members: readonly Pick<GroupMember, 'sku' | 'price'>[]
  slots: readonly BundleSlot[]
}): PriceUpdates {
  const parts = choice.slots.flatMap(({ choices }) => choices)
  return Object.fromEntries([
    ...parts.map(({ sku, price, count }) => [sku, price / count]),
    ...[...choice.units, ...choice.members].map(({ sku, price }) => [sku, price]),
  ])
}
