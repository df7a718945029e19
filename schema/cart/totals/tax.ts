/** Sales tax: a percentage per tax class, decided by the region the parcel goes to. */
import { type Cents, percentOf } from '../../platform/money.ts'

/** Percent by tax class id of one region, e.g. `2 → 6.25`. A class without a rate is not taxed there. */
export type TaxPercentByClass = ReadonlyMap<number, number>

/** Tax on an amount that is already discounted. */
export function taxOn(amount: Cents, percent: number): Cents {
  return percentOf(Math.max(0, amount), Math.max(0, percent))
}

/** The percentage as totals show it, at most two decimals: the wire's `round_tax_percent`. */
export function roundTaxPercent(percent: number): number {
  return Math.round(percent * 100) / 100
}

/** Tax and fees can be known as soon as the region is; the zip code only has to fit it. */
export function isPlaceKnown(place: { regionId: number | null } | null): boolean {
  return place !== null && place.regionId !== null
}
