/** Sales tax (D8): a percentage per tax class, by the region of the destination. */
import { type Cents, percentOf } from '../../platform/money.ts'

/** Percent by tax class id for one region, e.g. `2 → 6.25`. A class without a rate is not taxed. */
export type TaxPercentByClass = ReadonlyMap<number, number>

/** Returns the tax on a discounted amount. */
export function taxOn(amount: Cents, percent: number): Cents {
  return percentOf(Math.max(0, amount), Math.max(0, percent))
}

/** Rounds a percentage to two decimals: `round_tax_percent` of the API. */
export function roundTaxPercent(percent: number): number {
  return Math.round(percent * 100) / 100
}

/** Checks whether the region of the destination is known, which is enough for tax and fees. */
export function isDestinationKnown(place: { regionId: number | null } | null): boolean {
  return place !== null && place.regionId !== null
}
