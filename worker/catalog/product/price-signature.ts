/** Signs a price that a browser was given: 32 hex digits of an HMAC-SHA256 over sku, amount and moment. */
import { createHmac } from 'node:crypto'
import { finalPrice } from '../../../schema/catalog/price/price.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'

/** The label keeps this use of the secret apart from every other one. */
export function signPrice(secret: string, product: Product, now: number): string {
  const text = JSON.stringify([product.sku, product.price, finalPrice(product, now), now])
  return createHmac('sha256', secret).update('price:').update(text).digest('hex').slice(0, 32)
}
