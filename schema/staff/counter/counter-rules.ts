/** Rules of a sale at the counter (H14p): its size, its discount and the cash that is given. */
import { tiresPerUnit } from '../../catalog/product/line-component.ts'
import { COUNTER_TIRES_MAX, type CounterLine, HOLD_MAX_MS } from '../../orders/counter/counter-draft.ts'
import { MINUTE_MS } from '../../platform/duration.ts'
import { type Cents, formatMoney, parseDollars, percentOf, plainNumber } from '../../platform/money.ts'
import type { IntakeSettings } from '../intake/intake-settings.ts'
import { priceFloor } from '../intake/price/price-check.ts'
import { COUNTER_MESSAGES, discountTooLarge } from './counter-form.ts'

/** Most lines that are no product. */
const CUSTOM_LINES_MAX = 6
/** Largest price of such a line. */
const CUSTOM_PRICE_MAX: Cents = 200_000

/** Adds one unit: to the line of the same product, or as a new line. `null` when the sale would have too many tires. */
export function addToSale(lines: readonly CounterLine[], line: CounterLine): CounterLine[] | null {
  const known = lines.find(({ sku }) => sku === line.sku)
  const itemId = Math.max(0, ...lines.map((each) => each.itemId)) + 1
  const next = known
    ? lines.map((each) => (each === known ? { ...each, qty: each.qty + 1 } : each))
    : [...lines, { ...line, itemId }]
  const tires = next.reduce((sum, each) => sum + each.qty * tiresPerUnit(each), 0)
  const isTooLarge = tires > COUNTER_TIRES_MAX || next.length > COUNTER_TIRES_MAX + CUSTOM_LINES_MAX
  return isTooLarge ? null : next
}

/** Parses the price of a line that is no product; `null` unless it is above zero and no number of something else. */
export function parseCustomPrice(text: string): Cents | null {
  const price = parseDollars(plainNumber(text))
  return price !== null && price > 0 && price <= CUSTOM_PRICE_MAX ? price : null
}

/**
 * Checks a discount as it was typed; 0 takes it away. `limit` is the role's, in percent. The floor of a tire is the one of intake:
 * below it only who may price below cost can sell, and says why.
 */
export function parseDiscount(
  { percent: typed, why }: { percent: string; why: string },
  facts: {
    limit: number
    lines: readonly CounterLine[]
    /** The cost of one tire by stock pool; a part of a set's cost may not be whole cents. */
    costs: ReadonlyMap<string, number | null>
    settings: IntakeSettings
    maySellBelowFloor: boolean
  },
):
  | { ok: true; discount: { percent: number; why: string } | null }
  | { ok: false; field: 'percent' | 'why'; message: string } {
  const percent = /^\d{1,6}(\.\d{1,2})?%?$/.test(typed) ? Number.parseFloat(typed) : null
  if (percent === null) return { ok: false, field: 'percent', message: COUNTER_MESSAGES.percent }
  if (percent === 0) return { ok: true, discount: null }
  if (percent > Math.min(100, facts.limit))
    return { ok: false, field: 'percent', message: discountTooLarge(facts.limit) }
  if (why === '') return { ok: false, field: 'why', message: COUNTER_MESSAGES.why }
  const { lines, costs, settings, maySellBelowFloor } = facts
  // The floor of a set is that of its tires together, as when the set was made.
  const floorOf = ({ stockSku, setqty }: { stockSku: string; setqty: number }): Cents =>
    Math.round(priceFloor(costs.get(stockSku) ?? null, settings) * setqty)
  const low = lines
    .flatMap((line) => line.parts)
    .find((part) => part.tire && part.unitPrice - percentOf(part.unitPrice, percent) < floorOf(part))
  if (low && !maySellBelowFloor)
    return { ok: false, field: 'percent', message: `${low.sku} can’t go below ${formatMoney(floorOf(low))}.` }
  return { ok: true, discount: { percent, why } }
}

/** Checks the cash that the buyer gave; the change is what it has above the total. */
export function parseGiven(
  typed: string,
  total: Cents,
): { ok: true; given: Cents } | { ok: false; message: string } {
  const given = parseDollars(plainNumber(typed))
  if (given === null || given < 0) return { ok: false, message: COUNTER_MESSAGES.given }
  if (given < total)
    return { ok: false, message: `That’s ${formatMoney(total - given)} less than ${formatMoney(total)}.` }
  return given - total >= 100_000
    ? { ok: false, message: `The change would be ${formatMoney(given - total)}. Check what you typed.` }
    : { ok: true, given }
}

/** Returns until when a sale is held that is held for some minutes from now on; never longer than a day from its beginning. */
export function holdEnd(createdAt: number, minutes: number, now: number): number {
  return Math.min(createdAt + HOLD_MAX_MS, now + minutes * MINUTE_MS)
}
