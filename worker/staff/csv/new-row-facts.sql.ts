/** What the shop knows about rows that add tires (H14w): bins, lots, numbers that are taken, and what it decided about intake. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { stock } from '../../../schema/catalog/product/stock.table.ts'
import type { NewRowContext } from '../../../schema/staff/csv/new-unit.ts'
import { unitCost } from '../../../schema/staff/intake/price/price-check.ts'
import { bin, lot } from '../../../schema/staff/units/unit.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'
import { readIntakeSettings } from '../intake/intake-facts.sql.ts'

/** Reads the facts; `taken` are those of the numbers, in small letters, that a product or a stock has. */
export async function readNewRowFacts(
  db: D1Database,
  skus: readonly string[],
): Promise<Pick<NewRowContext, 'settings' | 'bins' | 'lots'> & { taken: ReadonlySet<string> }> {
  const client = connect(db)
  const [settings, bins, lots, taken] = await Promise.all([
    readIntakeSettings(db),
    client.select({ code: bin.code }).from(bin),
    client.select({ id: lot.id, kind: lot.kind, paid: lot.paid, count: lot.count }).from(lot),
    client.all<{ sku: string }>(sql`select lower(${product.sku}) as sku from ${product}
        where ${product.sku} collate nocase in ${inList(skus)}
      union select lower(${stock.stockSku}) from ${stock} where ${stock.stockSku} in ${inList(skus)}`),
  ])
  return {
    settings,
    bins: new Set(bins.map(({ code }) => code)),
    lots: new Map(lots.map((one) => [one.id, unitCost(one)])),
    taken: new Set(taken.map(({ sku }) => sku)),
  }
}
