import type { Context } from 'hono'
import { isViewable, type Product, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import type { AppEnv } from '../../env.ts'

/** Returns the product that the query of the address names by its sku; `null` for a product without a page. */
export async function findNamedProduct(c: Context<AppEnv>): Promise<Product | null> {
  const sku = c.req.query('sku') ?? ''
  if (sku === '' || sku.length > SKU_MAX) return null
  const product = (await findProducts(c.env.DB, [sku])).get(sku)
  return product && isViewable(product) ? product : null
}
