/** Builds the documents of products from their rows and other data of the catalog. */
import {
  type ProductContext,
  type ProductDocument,
  toProductDocument,
} from '../../../schema/compat/catalog/compat-product.api.ts'
import { pictureHref } from '../../catalog/images/picture-address.ts'
import type { Catalog } from '../../catalog/index/catalog.ts'
import { type ProductKey, readCatalogProducts } from './catalog-product.sql.ts'
import { isRootCategory } from './category-documents.ts'
import { readAttributeDocuments, readEntity } from './entity-documents.ts'

/** Reads the data of the catalog that product documents need. */
export async function productContext(
  db: D1Database,
  { version, options }: Catalog,
  now: number,
): Promise<ProductContext> {
  const categories = await readEntity(db, 'category', version, now)
  return {
    now,
    smart: options.smart,
    pictureHref,
    attributes: await readAttributeDocuments(db, version, now),
    categories: categories.map((row) => ({
      id: Number(row.id),
      name: String(row.name),
      urlPath: String(row.url_path),
      isRoot: isRootCategory(row),
      filter: row.category_filter as Record<string, string[]> | null,
    })),
  }
}

/** Returns the documents of the products of a key, sorted by id. */
export async function productDocuments(
  db: D1Database,
  key: ProductKey,
  context: ProductContext,
): Promise<ProductDocument[]> {
  return (await readCatalogProducts(db, key)).map((entry) => toProductDocument(entry, context))
}

/** Returns the documents in the order of the ids. */
export async function productsInOrder(
  db: D1Database,
  ids: readonly number[],
  context: ProductContext,
): Promise<ProductDocument[]> {
  const documents = await productDocuments(db, { by: 'id', values: ids }, context)
  const byId = new Map(documents.map((document) => [document.id, document]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
