/** Stock of a browser's cart lines: asked in lots, marked line by line. */
import { STOCK_MESSAGES } from '../../catalog/product/stock.ts'

const STOCK_BATCH = 15

/** Skus in the lots that `/api/stock/list` is asked for, each sku once. */
export function stockBatches(skus: readonly string[]): string[][] {
  const once = [...new Set(skus)]
  return Array.from({ length: Math.ceil(once.length / STOCK_BATCH) }, (_, lot) =>
    once.slice(lot * STOCK_BATCH, (lot + 1) * STOCK_BATCH),
  )
}

/** What is done with a line: marked as good, marked with an error, or taken out. */
type LineStockAction = { mark: 'good' | 'error'; text: string } | 'remove'

/** `keeps`: lines that are out of stock stay in the cart, by configuration or because stock is synced. */
export function toLineStockAction(isInStock: boolean, keeps: boolean): LineStockAction {
  if (isInStock) return { mark: 'good', text: STOCK_MESSAGES.inStock }
  return keeps ? { mark: 'error', text: STOCK_MESSAGES.lineOutOfStock } : 'remove'
}
