/** Reads products by key with all their parts in one batch, for the catalog calls. */
import { and, asc, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { productCategory } from '../../../../schema/catalog/landing/category.table.ts'
import { product, productLink, productMedia } from '../../../../schema/catalog/product/product.table.ts'
import { STATUS_DISABLED } from '../../../../schema/catalog/product/product.ts'
import { stock } from '../../../../schema/catalog/product/stock.table.ts'
import type { ProductEntry } from '../../../../schema/compat/catalog/compat-product.api.ts'
import { toOffer, toProduct } from '../../../catalog/product/product.sql.ts'
import { partStatements } from '../../../catalog/product/product-parts.sql.ts'
import { connect, inList } from '../../../platform/drizzle.sql.ts'

/** Keys of products; the table has an index for each of them. */
export type ProductKey =
  | { by: 'id'; values: readonly number[] }
  | { by: 'sku'; values: readonly string[] }
  | { by: 'url_path'; values: readonly string[] }
  | { by: 'url_key'; values: readonly string[] }
  /** The parents of these variants. */
  | { by: 'child_sku'; values: readonly string[] }

const ENABLED = lt(product.status, STATUS_DISABLED)

function selectIds(key: ProductKey): SQL {
  switch (key.by) {
    case 'id':
      return sql`(select id from product where id in ${inList(key.values)})`
    case 'sku':
      return sql`(select id from product where sku in ${inList(key.values)})`
    case 'url_path':
      return sql`(select id from product where visibility > 1 and url_path in ${inList(key.values)})`
    case 'url_key':
      return sql`(select id from product where visibility > 1 and url_key in ${inList(key.values)})`
    case 'child_sku':
      return sql`(select parent_id from product where parent_id is not null and sku in ${inList(key.values)})`
  }
}

/**
 * Reads the enabled products of a key whose parent is enabled too. Variants are part of their parent; a
 * variant that the key names is a product of its own.
 */
export async function readCatalogProducts(db: D1Database, key: ProductKey): Promise<ProductEntry[]> {
  if (key.values.length === 0) return []
  const client = connect(db)
  const ids = selectIds(key)
  const [products, children, categories, media, links, bundles, parts, options, downloads] =
    await client.batch([
      client
        .select({ product, qty: stock.qty, manage: stock.manage })
        .from(product)
        .leftJoin(stock, sql`${stock.stockSku} = ${product.stockSku}`)
        .where(
          and(
            inArray(product.id, ids),
            ENABLED,
            sql`not exists (select 1 from product parent
        where parent.id = ${product.parentId} and parent.status >= ${STATUS_DISABLED})`,
          ),
        )
        .orderBy(asc(product.id)),
      client
        .select()
        .from(product)
        .where(and(isNotNull(product.parentId), inArray(product.parentId, ids), ENABLED))
        .orderBy(asc(product.setqty), asc(product.id)),
      client.select().from(productCategory).where(inArray(productCategory.productId, ids)),
      client
        .select()
        .from(productMedia)
        .where(inArray(productMedia.productId, ids))
        .orderBy(asc(productMedia.position)),
      client
        .select()
        .from(productLink)
        .where(inArray(productLink.productId, ids))
        .orderBy(asc(productLink.position), asc(productLink.linkedSku)),
      ...partStatements(client, ids),
    ])
  const variants = groupBy(children.map(toProduct), (_, index) => children[index]?.parentId ?? 0)
  const byProduct = <Row extends { productId: number }>(rows: readonly Row[]) =>
    groupBy(rows, (row) => row.productId)
  const categoriesOf = byProduct(categories)
  const mediaOf = byProduct(media)
  const linksOf = byProduct(links)
  const bundlesOf = byProduct(bundles)
  const optionsOf = byProduct(options)
  const downloadsOf = byProduct(downloads)
  const partsOf = groupBy(parts, (part) => part.optionId)
  return products.map((row): ProductEntry => {
    const { id, parentId, urlPath, setsOffered } = row.product
    return {
      ...toOffer(row, variants.get(id)),
      parentId,
      urlPath,
      setsOffered,
      categoryIds: (categoriesOf.get(id) ?? []).map(({ categoryId }) => categoryId),
      media: (mediaOf.get(id) ?? []).map(({ image, label, position }) => ({ image, label, position })),
      links: linksOf.get(id) ?? [],
      bundle: (bundlesOf.get(id) ?? []).map((option) => ({
        ...option,
        links: partsOf.get(option.optionId) ?? [],
      })),
      questions: optionsOf.get(id) ?? [],
      downloads: (downloadsOf.get(id) ?? []).map((file) => ({ id: file.id, title: file.title })),
    }
  })
}

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row, index: number) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const [index, row] of rows.entries()) {
    const key = keyOf(row, index)
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return groups
}
