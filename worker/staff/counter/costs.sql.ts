/** What the tires of a sale cost (H14p). */
import { eq, inArray, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

/** Returns the cost of one tire by stock pool, in cents and parts of them; `null` where it is unknown. The cost of a set is that of all its tires. */
export async function readCosts(
  db: D1Database,
  stockSkus: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await connect(db)
    .select({ stockSku: product.stockSku, cost: sql<number | null>`${unit.cost} * 1.0 / ${product.setqty}` })
    .from(product)
    .innerJoin(unit, eq(unit.productId, product.id))
    .where(inArray(product.stockSku, inList(stockSkus)))
  return new Map(rows.map(({ stockSku, cost }) => [stockSku, cost]))
}
