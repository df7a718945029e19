/** How many units of one product a shopper may ask for: what stock has, and what an order takes online. */
import { limitedStockMessage } from './stock.ts'

/** How many tires of one line an order takes online (docs/limits.md). */
export interface LineLimit {
  tires: number
  /** What somebody is told who asks for more. */
  words: string
}

/** The most units, and what is said to somebody who asks for more. */
export interface MaxUnits {
  max: number
  why: string
}

/** `left`: units in stock, null where stock is not counted. `tires`: tires in one unit, 0 for a product that is no tire. */
export function maxUnits(left: number | null, tires: number, limit: LineLimit): MaxUnits {
  const online = Math.max(1, Math.floor(limit.tires / Math.max(1, tires)))
  return left !== null && left <= online
    ? { max: left, why: limitedStockMessage(left) }
    : { max: online, why: limit.words }
}
