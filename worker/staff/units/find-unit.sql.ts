/** Finds units by what labels, scanners and people write: a sku in any case, with or without its hyphen. */
import { type SQL, sql } from 'drizzle-orm'
import { product } from '../../../schema/catalog/product/product.table.ts'
import { skuSpellings } from '../../../schema/staff/print/unit-link.ts'
import { batchOf, inList } from '../../platform/drizzle.sql.ts'

export interface FoundProduct {
  id: number
  sku: string
  slug: string
  /** For a variant, its parent; the parent has the unit. */
  parentSku: string | null
}

/** Matches rows whose sku is one of the spellings, by the index that ignores case. */
export function hasSku(spellings: readonly string[]): SQL {
  return sql`${product.sku} collate nocase in ${inList(spellings)}`
}

/** Returns the product with this sku; `null` if there is none. A sku that is written exactly so goes first. */
export async function findProductByCode(db: D1Database, typed: string): Promise<FoundProduct | null> {
  const spellings = skuSpellings(typed)
  const [found] = await batchOf<FoundProduct>(db, [
    sql`select ${product.id} as id, ${product.sku} as sku, ${product.urlKey} as slug, ${product.parentSku} as parentSku
      from ${product} where ${hasSku(spellings)} order by ${product.sku} = ${typed.trim()} desc, ${product.id} limit 1`,
  ])
  return found?.results[0] ?? null
}

/** Returns the sku of the unit that a scanned or typed code means; `null` without one. */
export async function findUnitSku(db: D1Database, typed: string): Promise<string | null> {
  const found = await findProductByCode(db, typed)
  return found ? (found.parentSku ?? found.sku) : null
}
