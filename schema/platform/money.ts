/**
 * Money. Inside the shop every amount is an integer number of US cents; dollars are used only in the API and in
 * displayed texts (G10: USD, "$", 2 fraction digits, sign then amount).
 */
import * as v from 'valibot'
import { formatCount } from './count.ts'

export const CENTS = v.pipe(v.number(), v.integer(), v.description('U.S. cents'))
export type Cents = v.InferOutput<typeof CENTS>

export const CURRENCY = 'USD'

/** Formats `8400` as `"$84.00"`, `-500` as `"-$5.00"`. */
export function formatMoney(cents: Cents): string {
  const amount = Math.abs(cents)
  const fraction = String(amount % 100).padStart(2, '0')
  return `${cents < 0 ? '-' : ''}$${formatCount(Math.floor(amount / 100))}.${fraction}`
}

/** Converts cents to the API's dollars: `8405` → `84.05`. */
export function toDollars(cents: Cents): number {
  return cents / 100
}

/** Formats an amount as fields and files have it, without sign and separators: `1250.50`. */
export function formatAmount(cents: Cents): string {
  return toDollars(cents).toFixed(2)
}

/** Converts dollars, a number or numeric text, to cents, rounded half up; `null` for values that are not an amount. */
export function parseDollars(value: unknown): Cents | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = /^(-?)\$?(\d{1,9})(?:\.(\d+))?$/.exec(String(value).trim())
  if (!match) return null
  const [, minus, dollars, fraction] = match
  const cents = Number(dollars) * 100 + Math.round(Number(`.${fraction ?? 0}`) * 100)
  return minus ? -cents : cents
}

/**
 * Returns a typed amount without dollar sign, spaces and commas between thousands: `$1,299.50` → `1299.50`. An empty text, which no
 * number is, for a comma in another place: `5,00` would become 500.
 */
export function plainNumber(typed: string): string {
  const text = typed.replace(/[$\s]/g, '')
  if (!text.includes(',')) return text
  return /^-?\d{1,3}(,\d{3})+(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : ''
}

/** Returns `amount × percent / 100`, rounded half up (away from zero for negatives) to a whole cent. */
export function percentOf(amount: Cents, percent: number): Cents {
  // Percentages have at most four decimals; scaling makes 6.625 % exact.
  const scaled = amount * Math.round(percent * 10_000)
  return Math.sign(scaled) * Math.round(Math.abs(scaled) / 1_000_000)
}

/**
 * Splits `amount` by `weights` so that the parts add up to it exactly. Left-over cents go to the parts with the largest
 * remainder, earlier parts first. If all weights are zero, the amount is split evenly.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((w) => Math.abs(amount) * (total > 0 ? w / total : 1 / weights.length))
  const parts = exact.map(Math.floor)
  const rest = Math.abs(amount) - parts.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((e, i) => ({ i, r: e - Math.floor(e) })).sort((a, b) => b.r - a.r)
  for (const { i } of byRemainder.slice(0, rest)) parts[i] = (parts[i] ?? 0) + 1
  return parts.map((p) => (amount < 0 ? -p : p))
}
