/** The largest quantity of one product, by its stock and by the limit of an online order (D7). */
import { limitedStockMessage } from './stock.ts'

/** Largest number of tires of one line (docs/limits.md). */
export interface LineLimit {
  tires: number
  /** Message for a larger quantity. */
  message: string
}

/** The largest quantity, and the message for a larger quantity. */
export interface MaxUnits {
  max: number
  why: string
}

/**
 * Returns the largest quantity. `left`: units in stock, `null` where stock is not managed. `tires`: tires in one
 * unit, 0 for products that are not tires.
 */
export function maxUnits(left: number | null, tires: number, limit: LineLimit): MaxUnits {
  const online = Math.max(1, Math.floor(limit.tires / Math.max(1, tires)))
  return left !== null && left <= online
    ? { max: left, why: limitedStockMessage(left) }
    : { max: online, why: limit.message }
}
