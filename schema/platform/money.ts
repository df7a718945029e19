/**
 * Money. Inside the shop every amount is an integer number of US cents; dollars exist only in the API and on the screen
 * (G10: USD, "$", 2 fraction digits, sign then amount).
 */
import * as v from 'valibot'

export const CENTS = v.pipe(v.number(), v.integer(), v.description('U.S. cents'))
export type Cents = v.InferOutput<typeof CENTS>

export const CURRENCY = 'USD'

const whole = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats `8400` as `"$84.00"`, `-500` as `"-$5.00"`. */
export function formatMoney(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  return `${sign}$${whole.format(Math.abs(cents) / 100)}`
}

/** Converts cents to the API's dollars: `8405` → `84.05`. */
export function toDollars(cents: Cents): number {
  return cents / 100
}

/** Converts dollars, a number or numeric text, to cents, half up; `null` for anything that is not a finite amount. */
export function parseDollars(value: unknown): Cents | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const match = /^(-?)\$?(\d{1,9})(?:\.(\d+))?$/.exec(String(value).trim())
  if (!match) return null
  const [, minus, dollars, fraction] = match
  const cents = Number(dollars) * 100 + Math.round(Number(`.${fraction ?? 0}`) * 100)
  return minus ? -cents : cents
}

/** Returns `amount × percent / 100`, rounded half up (away from zero for negatives) to a whole cent. */
export function percentOf(amount: Cents, percent: number): Cents {
  // percent has at most four decimals in practice; scaling keeps 6.625 % exact.
  const scaled = amount * Math.round(percent * 10_000)
  return Math.sign(scaled) * Math.round(Math.abs(scaled) / 1_000_000)
}

/**
 * Splits `amount` over `weights` so that the parts add up to it exactly (largest remainder, earlier first).
 * All-zero weights share evenly.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  const total = weights.reduce((a, b) => a + b, 0)
  const share = total > 0 ? weights.map((w) => w / total) : weights.map(() => 1 / weights.length)
  const exact = share.map((s) => Math.abs(amount) * s)
  const parts = exact.map(Math.floor)
  let rest = Math.abs(amount) - parts.reduce((a, b) => a + b, 0)
  const byRemainder = exact.map((e, i) => ({ i, r: e - Math.floor(e) })).sort((a, b) => b.r - a.r)
  for (const { i } of byRemainder) {
    if (rest <= 0) break
    parts[i] = (parts[i] ?? 0) + 1
    rest -= 1
  }
  return parts.map((p) => (amount < 0 ? -p : p))
}
