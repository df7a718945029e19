/** Stock of a browser's cart lines: requested in batches, marked line by line (D7). */
import { STOCK_MESSAGES } from '../../catalog/product/stock.ts'

const STOCK_BATCH = 15

/** Returns the skus in batches for `/api/stock/list`, each sku once. */
export function stockBatches(skus: readonly string[]): string[][] {
  const once = [...new Set(skus)]
  return Array.from({ length: Math.ceil(once.length / STOCK_BATCH) }, (_, lot) =>
    once.slice(lot * STOCK_BATCH, (lot + 1) * STOCK_BATCH),
  )
}

/** The action on a line: mark it as available, mark it with an error, or remove it. */
type LineStockAction = { mark: 'good' | 'error'; text: string } | 'remove'

/** Returns the action; with `keeps`, lines that are out of stock stay in the cart. */
export function toLineStockAction(isInStock: boolean, keeps: boolean): LineStockAction {
  if (isInStock) return { mark: 'good', text: STOCK_MESSAGES.inStock }
  return keeps ? { mark: 'error', text: STOCK_MESSAGES.lineOutOfStock } : 'remove'
}
