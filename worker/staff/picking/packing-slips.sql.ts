/** The inspection reports on packing slips (H14). */
import { inArray } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { connect, inList } from '../../platform/drizzle.sql.ts'

export interface SlipReport {
  grade: string
  /** One list of depths per tire, in 32nds of an inch. */
  depths: number[][]
  dot: string | null
}

/** Returns the reports of used tires, by sku. */
export async function readReports(db: D1Database, skus: readonly string[]): Promise<Map<string, SlipReport>> {
  const { sku, passport, dot } = product
  const rows = await connect(db)
    .select({ sku, passport, dot })
    .from(product)
    .where(inArray(sku, inList(skus)))
  return new Map(
    rows.flatMap((row) =>
      row.passport
        ? [[row.sku, { grade: row.passport.grade, depths: row.passport.grooves, dot: row.dot }] as const]
        : [],
    ),
  )
}
