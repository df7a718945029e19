/** Which lines of an order are in a parcel (H14o). */
import type { Order, OrderLine } from '../order.ts'
import { shippedLines } from '../shipped-lines.ts'

/** Tires by stock pool. */
export type ParcelContents = Readonly<Record<string, number>>

/** Returns the tires of a line by stock pool. */
function linePools({ qty, parts }: Pick<OrderLine, 'qty' | 'parts'>): Record<string, number> {
  const pools: Record<string, number> = {}
  for (const part of parts) pools[part.stockSku] = (pools[part.stockSku] ?? 0) + qty * part.qty * part.setqty
  return pools
}

/**
 * Returns the lines that a parcel has something of, with the number of them: tires, or units of a line that is there as a whole. Lines
 * that share a pool get its tires in the order of the lines.
 */
export function parcelLines(
  order: Pick<Order, 'lines'>,
  contents: ParcelContents,
): { line: OrderLine; qty: number }[] {
  const left = { ...contents }
  return shippedLines(order).flatMap((line) => {
    const taken = Object.entries(linePools(line)).map(([pool, tires]) => {
      const here = Math.min(tires, left[pool] ?? 0)
      left[pool] = (left[pool] ?? 0) - here
      return { here, tires }
    })
    const here = taken.reduce((sum, one) => sum + one.here, 0)
    if (here === 0) return []
    return [{ line, qty: taken.every((one) => one.here === one.tires) ? line.qty : here }]
  })
}

/** Checks whether something of the order is not in a parcel. */
export function isPartOf(order: Pick<Order, 'lines'>, contents: ParcelContents): boolean {
  const pools: Record<string, number> = {}
  for (const line of shippedLines(order))
    for (const [pool, tires] of Object.entries(linePools(line))) pools[pool] = (pools[pool] ?? 0) + tires
  return Object.entries(pools).some(([pool, tires]) => (contents[pool] ?? 0) < tires)
}
