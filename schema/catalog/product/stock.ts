/** Stock checks and their messages (D7). */
import { type LineComponent, stockDemand, totalStockDemand } from './line-component.ts'
import type { Stock } from './product.ts'

export const STOCK_MESSAGES = {
  inStock: 'In stock!',
  outOfStock: 'Out of stock!',
  /** Shown on a cart line. */
  lineOutOfStock: 'Out of the stock!',
  limitExceeded: 'Stock limit for the product is exceeded',
  volatile:
    'The system is not sure about the stock quantity (volatile). Product has been added to the cart for pre-reservation.',
  notAdded: 'The product is out of stock and cannot be added to the cart!',
  order: 'Some products are out of stock. Please update your cart and try again.',
} as const

/** `Only 3 products of this type are available!` */
export function limitedStockMessage(maxQuantity: number): string {
  return `Only ${maxQuantity} products of this type are available!`
}

/** The parts of a line that stock depends on. */
interface PoolLine {
  itemId: number
  qty: number
  parts: readonly Pick<LineComponent, 'stockSku' | 'qty' | 'setqty'>[]
}

/** Stock pools by stock sku; a line without its pool cannot be sold. */
export type Pools = ReadonlyMap<string, Stock>

/** Counts the tires that the lines need from one stock pool. Variants of one product share a pool. */
export function tiresFromPool(lines: readonly PoolLine[], stockSku: string): number {
  return totalStockDemand(lines).get(stockSku) ?? 0
}

/**
 * Returns the largest quantity of a line with the cart's other lines taken into account: the quantity of its scarcest
 * stock pool. `null` when stock is not managed.
 */
export function unitsForLine(line: PoolLine, lines: readonly PoolLine[], pools: Pools): number | null {
  const demand = totalStockDemand(lines.filter((other) => other.itemId !== line.itemId))
  let min: number | null = null
  for (const [stockSku, tires] of stockDemand(line)) {
    const { qty, manage } = pools.get(stockSku) ?? { qty: 0, manage: true }
    if (!manage) continue
    const units = Math.floor(Math.max(0, qty - (demand.get(stockSku) ?? 0)) / tires)
    min = min === null ? units : Math.min(min, units)
  }
  return min
}

/** Returns the stock message of a cart line; `null` when the line is available (D7). */
export function lineStockError(line: PoolLine, lines: readonly PoolLine[], pools: Pools): string | null {
  const alone = unitsForLine(line, [], pools)
  if (alone === null) return null
  if (alone <= 0) return STOCK_MESSAGES.lineOutOfStock
  if (line.qty > alone) return limitedStockMessage(alone)
  return line.qty > (unitsForLine(line, lines, pools) ?? 0) ? STOCK_MESSAGES.limitExceeded : null
}

/** Returns the pools with the reserved tires of these lines added. */
export function withReservedStock(pools: Pools, lines: Parameters<typeof totalStockDemand>[0]): Pools {
  const demand = totalStockDemand(lines)
  return new Map(
    [...pools].map(([stockSku, stock]) => [
      stockSku,
      { ...stock, qty: stock.qty + (demand.get(stockSku) ?? 0) },
    ]),
  )
}
