/** Sales tax (D8): a percentage per tax class, by the region of the destination. */
import { type Cents, percentOf } from '../../platform/money.ts'

/** Percent by tax class id for one region, e.g. `2 → 6.25`. A class without a rate is not taxed. */
export type TaxPercentByClass = ReadonlyMap<number, number>

/**
 * A tax rate in millionths of the amount: 102,500 for 10.25 %. Rates are added in this unit, because decimal fractions such as
 * 0.1 and 0.2 have no exact sum.
 */
export type RateMillionths = number

const MILLIONTHS_IN_PERCENT = 10_000

/** Converts a percentage of at most four decimals. */
export function toMillionths(percent: number): RateMillionths {
  return Math.round(percent * MILLIONTHS_IN_PERCENT)
}

/** Converts a rate to a percentage: `102500` → `10.25`. */
export function toPercent(rate: RateMillionths): number {
  return rate / MILLIONTHS_IN_PERCENT
}

/** Formats a percentage with at most four decimals, without zeros at the end: `10.25%`. */
function formatTaxPercent(percent: number): string {
  return `${Number(percent.toFixed(4))}%`
}

/**
 * Returns the name of the tax in totals, with its rate if there is one. Tax is an estimate until the address of the order is
 * complete: a ZIP code may lie in several cities (H13b).
 */
export function taxLabel(percent: number, isEstimate: boolean): string {
  const name = isEstimate ? 'Estimated tax' : 'Sales tax'
  return percent > 0 ? `${name}, ${formatTaxPercent(percent)}` : name
}

/** Reads a decimal fraction such as `0.1025` without rounding; `null` for another text and for more than six decimals. */
export function parseRate(text: string): RateMillionths | null {
  const [, whole, decimals = ''] = /^(\d{0,3})(?:\.(\d{1,6})0*)?$/.exec(text.trim()) ?? []
  if (whole === undefined || whole + decimals === '') return null
  return Number(whole) * 1_000_000 + Number(decimals.padEnd(6, '0'))
}

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
