/** Signs prices that the shop sends to browsers. */
import { createHmac } from 'node:crypto'
import { finalPrice } from '../../../schema/catalog/price/price.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'

/**
 * Returns 32 hex digits of an HMAC-SHA256 over sku, prices and time. The prefix `price:` separates this use
 * of the secret from other uses.
 */
export function signPrice(secret: string, product: Product, now: number): string {
  const text = JSON.stringify([product.sku, product.price, finalPrice(product, now), now])
  return createHmac('sha256', secret).update('price:').update(text).digest('hex').slice(0, 32)
}
