/** A product by the number that somebody reads off a label. */
import { ENABLED, OPENABLE } from '../index/listed-condition.sql.ts'

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
  const [bySku, byText] = await db.batch<{ sku: string; partNumber: string | null }>([
    db
      .prepare(`select p.sku, p.part_number as partNumber from product p where p.sku = ? and ${ENABLED}`)
      .bind(number.trim().toUpperCase()),
    // The index of words knows every number; a table of part numbers would be a second one.
    db
      .prepare(
        `select p.sku, p.part_number as partNumber from product_text t join product p on p.id = t.rowid
         where t.product_text match ? and ${OPENABLE} limit 3`,
      )
      .bind(`number : "${wanted}" OR number : "${hyphened}"`),
  ])
  const sku = bySku?.results[0]?.sku
  if (sku) return sku
  const same = (byText?.results ?? []).filter(
    (row) => bare(row.sku) === wanted || bare(row.partNumber ?? '') === wanted,
  )
  return same.length === 1 ? (same[0]?.sku ?? null) : null
}
