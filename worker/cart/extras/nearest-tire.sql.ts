/** The tire in stock that is nearest to one that was sold out in a cart. */
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { finalPrice } from '../../../schema/catalog/price/price.ts'
import { product } from '../../../schema/catalog/product/product.table.ts'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import { IS_ENABLED } from '../../catalog/index/listed-condition.sql.ts'
import { toProduct } from '../../catalog/product/product.sql.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/**
 * Returns the unit of the same size, season and number of tires that is in stock `qty` times: of the same condition if there is one,
 * then of the nearest price. Tires of the pools `exceptStockSkus`, such as those in the cart, are left out.
 */
export async function findNearestTire(
  db: D1Database,
  sold: Product,
  { qty, exceptStockSkus, now }: { qty: number; exceptStockSkus: readonly string[]; now: number },
): Promise<Product | null> {
  const page = alias(product, 'page')
  const known = alias(product, 'known')
  const ofKnown = (column: typeof known.sizeSlug | typeof known.seasonSlug) =>
    sql`(select ${column} from ${product} as known where ${known.sku} = ${sold.sku})`
  const price = Math.round(finalPrice(sold, now) / sold.setqty)
  const row = await connect(db)
    .select({ unit: product })
    .from(page)
    .innerJoin(
      product,
      or(eq(product.parentId, page.id), and(eq(product.id, page.id), ne(product.type, 'configurable'))),
    )
    .innerJoin(stock, eq(stock.stockSku, product.stockSku))
    .where(
      and(
        eq(page.sizeSlug, ofKnown(known.sizeSlug)),
        eq(page.seasonSlug, ofKnown(known.seasonSlug)),
        // Literal, because SQLite chooses the partial index by this text.
        sql`${page.visibility} > 1 and ${page.status} in (0, 1) and ${IS_ENABLED}`,
        eq(product.setqty, sold.setqty),
        sql`(${stock.manage} = 0 or ${stock.qty} >= ${qty * sold.setqty})`,
        not(inArray(product.stockSku, inList(exceptStockSkus))),
      ),
    )
    .orderBy(
      ne(product.condition, sold.tire?.condition ?? 'New'),
      sql`abs(${product.priceByTire} - ${price})`,
    )
    .get()
  return row ? toProduct(row.unit) : null
}
