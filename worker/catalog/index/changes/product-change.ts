import type { CatalogDocument } from '../build/index-columns.ts'

/** What a product is now, read from the database. */
export interface ProductChange {
  id: number
  /** `null` when the product is not listed any more. */
  document: CatalogDocument | null
  categories: readonly number[]
  /** Ids of the listed products just before this one in the orders by time and by url_key; `null` for the first. */
  previous: { created_at: number | null; url_key: number | null }
}
