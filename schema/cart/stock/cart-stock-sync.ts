/** Stock of a browser's cart lines: requested in batches, marked line by line (D7). */
import { STOCK_MESSAGES } from '../../catalog/product/stock.ts'

const STOCK_BATCH = 15

/** Returns the SKUs in batches for `/api/stock/list`, each SKU once. */
export function stockBatches(skus: readonly string[]): string[][] {
  const unique = [...new Set(skus)]
  return Array.from({ length: Math.ceil(unique.length / STOCK_BATCH) }, (_, index) =>
    unique.slice(index * STOCK_BATCH, (index + 1) * STOCK_BATCH),
  )
}

/** The action on a line: mark it as available, mark it with an error, or remove it. */
type LineStockAction = { mark: 'good' | 'error'; text: string } | 'remove'

/** Returns the action; with `keepsLine`, lines that are out of stock stay in the cart. */
export function toLineStockAction(isInStock: boolean, keepsLine: boolean): LineStockAction {
  if (isInStock) return { mark: 'good', text: STOCK_MESSAGES.inStock }
  return keepsLine ? { mark: 'error', text: STOCK_MESSAGES.lineOutOfStock } : 'remove'
}
