/** Reads the addresses of the shop for sitemaps and feeds, whose shards are ranges of product ids. */
import { and, between, eq, max, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { category } from '../../../schema/catalog/landing/category.table.ts'
import { landing } from '../../../schema/catalog/landing/landing.table.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { batchOf, connect } from '../../platform/drizzle.sql.ts'
import { IS_LISTED } from '../index/listed-condition.sql.ts'

export interface SiteProduct {
  id: number
  sku: string
  slug: string
  /** Last change of the product or its stock, in milliseconds since the epoch. */
  changedAt: number
}

/** Returns the highest product id; 0 when there is none. */
export async function lastProductId(db: D1Database): Promise<number> {
  const [row] = await connect(db)
    .select({ id: max(product.id) })
    .from(product)
  return row?.id ?? 0
}

/** Returns the listed products with ids from `from` to `to`, both inclusive, by id. */
export function productsInRange(db: D1Database, from: number, to: number): Promise<SiteProduct[]> {
  return connect(db)
    .select({
      id: product.id,
      sku: product.sku,
      slug: product.urlKey,
      changedAt: sql<number>`max(${product.updatedAt}, ${stock.updatedAt})`.as('changedAt'),
    })
    .from(product)
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(and(between(product.id, from, to), IS_LISTED))
    .orderBy(product.id)
}

/** Returns the paths of the landings that are not hidden, without slashes at the ends, with their filters. */
export function landingPaths(db: D1Database): Promise<{ path: string; filters: Record<string, string[]> }[]> {
  const hidden = alias(landing, 'hidden')
  return connect(db)
    .select({ path: landing.urlPath, filters: landing.filters })
    .from(landing)
    .where(
      sql`not exists (select 1 from ${landing} as ${hidden} where ${hidden.hideLandingPage} = 1 and
        (${hidden.urlPath} = ${landing.urlPath} or ${landing.urlPath} like ${hidden.urlPath} || '/%'))`,
    )
    .orderBy(landing.id)
}

/** Returns the paths of active texts and categories, with the time of a text's last change. */
export async function textPaths(db: D1Database): Promise<{ path: string; changedAt: number | null }[]> {
  const [pages, categories] = await batchOf<{ path: string; changedAt: number | null }>(db, [
    // Texts belong to a higher room, so this query names their table instead of importing it.
    sql`select identifier as path, updated_at as changedAt from cms_page where is_active = 1 order by id`,
    sql`select ${category.urlKey} as path, null as changedAt from ${category}
      where ${category.isActive} = 1 and ${category.level} > 1`,
  ])
  return [
    ...(pages?.results ?? []).map((row) => ({ ...row, path: `/i/${row.path}` })),
    ...(categories?.results ?? []).map((row) => ({ ...row, path: `/c/${row.path}` })),
  ]
}
