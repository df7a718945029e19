/** A product by the number that somebody reads off a label. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import { IS_ENABLED, IS_OPENABLE } from '../index/listed-condition.sql.ts'

const bare = (number: string) => number.replace(/[\s-]/g, '').toUpperCase()

/**
 * Sku of the one product that has this sku or part number; `null` for none, and for a part number that several have.
 * Hyphens, blanks and case make no difference to a part number.
 */
export async function findByNumber(db: D1Database, number: string): Promise<string | null> {
  const wanted = bare(number)
  if (!/^[A-Z0-9]{3,40}$/.test(wanted) || !/\d/.test(wanted)) return null
  // A sku stands in the index with its hyphens only, which there are ends of words.
  const hyphened = wanted.match(/\d+|[A-Z]+/g)?.join(' ')
  const found = sql`select ${product.sku} as sku, ${product.partNumber} as partNumber from`
  const [bySku, byText] = await batchOf<{ sku: string; partNumber: string | null }>(db, [
    sql`${found} ${product} where ${product.sku} = ${number.trim().toUpperCase()} and ${IS_ENABLED}`,
    // The full-text index knows every number; a table of part numbers would be a second one.
    sql`${found} product_text join ${product} on ${product.id} = product_text.rowid
      where product_text match ${`number : "${wanted}" OR number : "${hyphened}"`} and ${IS_OPENABLE} limit 3`,
  ])
  const sku = bySku?.results[0]?.sku
  if (sku) return sku
  const same = (byText?.results ?? []).filter(
    (row) => bare(row.sku) === wanted || bare(row.partNumber ?? '') === wanted,
  )
  return same.length === 1 ? (same[0]?.sku ?? null) : null
}
