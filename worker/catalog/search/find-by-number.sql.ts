/** Finds a product by its sku or part number, as printed on labels. */
import { sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { batchOf } from '../../platform/drizzle.sql.ts'
import { IS_ENABLED, IS_VIEWABLE } from '../index/listed-condition.sql.ts'

const normalize = (number: string) => number.replace(/[\s-]/g, '').toUpperCase()

/**
 * Returns the sku of the product with this sku or part number; `null` when no product or several products
 * match. Ignores hyphens, spaces and case in part numbers.
 */
export async function findByNumber(db: D1Database, number: string): Promise<string | null> {
  const wanted = normalize(number)
  if (!/^[A-Z0-9]{3,40}$/.test(wanted) || !/\d/.test(wanted)) return null
  // The full-text index splits a sku at its hyphens, so this searches for its parts as one phrase.
  const phrase = wanted.match(/\d+|[A-Z]+/g)?.join(' ')
  const select = sql`select ${product.sku} as sku, ${product.partNumber} as partNumber from`
  const [bySku, byText] = await batchOf<{ sku: string; partNumber: string | null }>(db, [
    sql`${select} ${product} where ${product.sku} = ${number.trim().toUpperCase()} and ${IS_ENABLED}`,
    // The full-text index contains every number, so part numbers need no index of their own.
    sql`${select} product_text join ${product} on ${product.id} = product_text.rowid
      where product_text match ${`number : "${wanted}" OR number : "${phrase}"`} and ${IS_VIEWABLE} limit 3`,
  ])
  const sku = bySku?.results[0]?.sku
  if (sku) return sku
  const matches = (byText?.results ?? []).filter(
    (row) => normalize(row.sku) === wanted || normalize(row.partNumber ?? '') === wanted,
  )
  return matches.length === 1 ? (matches[0]?.sku ?? null) : null
}
