/** Finds the neighbors of a tire by SQL, as the reference of worker/catalog/index/product/neighbors.ts. */
import { sql } from 'drizzle-orm'
import { product } from '../../schema/catalog/product/product.table.ts'
import type { Product } from '../../schema/catalog/product/product.ts'
import { stock } from '../../schema/catalog/product/stock.table.ts'
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import { optionSlug } from '../../schema/paths.ts'
import { IS_LISTED } from '../../worker/catalog/index/listed-condition.sql.ts'
import { type Neighbors, NO_NEIGHBORS } from '../../worker/catalog/index/product/neighbors.ts'
import { batchOf } from '../../worker/platform/drizzle.sql.ts'

/** Returns the neighbors of a tire in stock, read in one batch. */
export async function sqlNeighbors(
  db: D1Database,
  { id, tire }: Pick<Product, 'id' | 'tire'>,
  limit: number,
): Promise<Neighbors> {
  if (!tire) return NO_NEIGHBORS
  const { rim, section, condition, season, treadDepth, brandSlug, modelSlug } = product
  const size = sizeSlug(tire.size)
  const listed = sql`from ${product} join ${stock} on ${stock.stockSku} = ${product.stockSku}
    where ${IS_LISTED} and ${product.id} <> ${id}`
  const [sizes, same] = await batchOf(db, [
    // With a bare `min()` SQLite returns the other columns from the row with the lowest price of each size.
    sql`select id from (
        select ${product.id} as id, ${rim} as rim, ${section} as section, min(${product.priceByTire})
        ${listed} and ${brandSlug} = ${optionSlug(tire.brand)} and ${modelSlug} = ${optionSlug(tire.model)}
          and ${product.sizeSlug} <> ${size} group by ${product.sizeSlug})
      order by abs(rim - ${tire.rim}), abs(section - ${tire.section}), id limit ${limit}`,
    sql`select ${product.id} as id ${listed} and ${product.sizeSlug} = ${size}
      order by ${condition} <> ${tire.condition}, ${season} <> ${tire.season},
        abs(${treadDepth} - ${tire.treadDepth}), ${product.id} limit ${limit}`,
  ])
  const ids = (rows: readonly Record<string, unknown>[] = []) => rows.map((row) => Number(row.id))
  return {
    otherSizes: ids(sizes?.results),
    sameSize: ids(same?.results),
    nearest: [],
  }
}
