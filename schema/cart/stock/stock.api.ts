/** GET /api/stock/check and /api/stock/list. */
import * as v from 'valibot'
import { availableUnits, type Product, STATUS_DISABLED, type Stock } from '../../catalog/product/product.ts'
import { MAX_QTY } from '../cart.ts'

/** The most SKUs of one list call; clients send 15. */
export const STOCK_LIST_MAX = 100

export const STOCK_MISSING = {
  sku: 'sku parameter is required',
  skus: 'skus parameter is required',
} as const

/** Returns `The Product with the "S" SKU doesn't exist.` */
export function unknownSkuEntry(sku: string): string {
  return `The Product with the "${sku}" SKU doesn't exist.`
}

export const API_STOCK = v.object({
  item_id: v.number(),
  /** The id of the variant, by which clients store the stock. */
  product_id: v.number(),
  stock_id: v.number(),
  /** Units, not tires. */
  qty: v.number(),
  is_in_stock: v.boolean(),
  manage_stock: v.boolean(),
  min_sale_qty: v.number(),
  max_sale_qty: v.number(),
  backorders: v.number(),
})
export type ApiStock = v.InferOutput<typeof API_STOCK>

/** Builds the reply; without a stock pool (`stock` undefined) the quantity is 0. */
export function toApiStock(product: Product, stock: Stock | undefined): ApiStock {
  const isSold = product.status < STATUS_DISABLED && stock !== undefined
  const left = isSold ? availableUnits(product, stock) : 0
  return {
    item_id: product.id,
    product_id: product.id,
    stock_id: 1,
    qty: left ?? 0,
    is_in_stock: left === null || left > 0,
    manage_stock: left !== null,
    min_sale_qty: 1,
    max_sale_qty: MAX_QTY,
    backorders: 0,
  }
}
