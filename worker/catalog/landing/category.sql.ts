/** Reads the whole tree of categories. */
import { asc } from 'drizzle-orm'
import { category } from '../../../schema/catalog/landing/category.table.ts'
import type { Category } from '../../../schema/catalog/landing/category.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const MAX_CATEGORIES = 4_000

export interface CategoryRow extends Category {
  /** Option values by filter; `null` where merchants put all products into the category by hand. */
  categoryFilter: Record<string, string[]> | null
}

/** Returns all categories by position, inactive ones too, because an inactive one hides those below it. */
export function readCategories(db: D1Database): Promise<CategoryRow[]> {
  return categoryStatement(connect(db))
}

/** Returns the statement of `readCategories`, for a batch. */
export function categoryStatement(client: ReturnType<typeof connect>) {
  return client
    .select()
    .from(category)
    .orderBy(asc(category.position), asc(category.id))
    .limit(MAX_CATEGORIES)
}
