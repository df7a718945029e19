/** Builds documents of products from rows by key and the catalog's further data. */
import {
  type ProductContext,
  type WireProduct,
  wireProduct,
} from '../../../schema/compat/catalog/compat-product.api.ts'
import { pictureHref } from '../../catalog/images/address.ts'
import type { Catalog } from '../../catalog/index/catalog.ts'
import { type ProductKey, readCatalogProducts } from './catalog-product.sql.ts'
import { isRootCategory } from './category-documents.ts'
import { attributesOf, wholeEntity } from './entity-documents.ts'

export async function productContext(
  db: D1Database,
  { version, options }: Catalog,
  now: number,
): Promise<ProductContext> {
  const categories = await wholeEntity(db, 'category', version, now)
  return {
    now,
    smart: options.smart,
    pictureHref,
    attributes: await attributesOf(db, version, now),
    categories: categories.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      urlPath: String(row.url_path),
      isRoot: isRootCategory(row),
      filter: row.category_filter as Record<string, string[]> | null,
    })),
  }
}

/** Returns the documents of a key by id, without deleted products. */
export async function productDocuments(
  db: D1Database,
  key: ProductKey,
  context: ProductContext,
): Promise<WireProduct[]> {
  return (await readCatalogProducts(db, key)).map((entry) => wireProduct(entry, context))
}

/** Returns the documents of these ids, in their order. */
export async function productsInOrder(
  db: D1Database,
  ids: readonly number[],
  context: ProductContext,
): Promise<WireProduct[]> {
  const byId = new Map(
    (await productDocuments(db, { by: 'id', values: ids }, context)).map((one) => [one.id, one]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
