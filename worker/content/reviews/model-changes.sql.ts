/** Announces changed reviews and answers in the change feed, so that lists and pages show them without a query of their own. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stockEvent } from '../../../schema/catalog/product/stock.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { TEXT_TAG } from '../../platform/cache/page-cache.ts'
import { insertFrom, toStatement } from '../../platform/drizzle.sql.ts'

/** The tag of pages that show reviews of all products; an event has it in place of a pool. */
export const REVIEWS_TAG = `${TEXT_TAG}reviews`

/** Largest number of products that are announced one by one; a larger model changes the version of the catalog instead. */
const MAX_PRODUCTS = 500

/**
 * Returns the statements that announce the products of a model. They must follow the statement that changed the row of
 * `review` or `product_question` in `table`, and do nothing when it changed nothing.
 */
export function announceModel(
  db: D1Database,
  { table, id, now }: { table: 'review' | 'product_question'; id: number; now: number },
): D1PreparedStatement[] {
  const row = sql.raw(table)
  // `visibility > 1` is literal in both halves, because SQLite chooses the partial index of brands by this text.
  const products = sql`from ${row} as changed join ${product}
    on ((${product.visibility} > 1 and ${product.id} = changed.product_id)
      or (${product.visibility} > 1 and ${product.brandSlug} = changed.brand_slug and ${product.modelSlug} = changed.model_slug))
    where changed.id = ${id}`
  const isLarge: SQL = sql`(select count(*) from (select 1 ${products} limit ${MAX_PRODUCTS + 1})) > ${MAX_PRODUCTS}`
  return [
    toStatement(
      db,
      sql`insert into ${stockEvent} (stock_sku, product_id, at)
        select ${REVIEWS_TAG}, null, ${now} where changes() > 0
        union all select ${product.stockSku}, ${product.id}, ${now} ${products} and changes() > 0 and not ${isLarge}`,
    ),
    toStatement(
      db,
      sql`${insertFrom(
        config,
        { path: 'catalog/version', value: `reviews-${now}` },
        sql`where changes() > 0 and ${isLarge}`,
      )} on conflict do update set value = excluded.value`,
    ),
  ]
}
