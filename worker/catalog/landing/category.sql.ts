/** The tree of categories, whole: at most 4,000, by position. */
import { asc } from 'drizzle-orm'
import { category } from '../../../schema/catalog/landing/category.table.ts'
import type { Category } from '../../../schema/catalog/landing/category.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const MAX = 4_000

export interface CategoryRow extends Category {
  /** Option values by filter of a category that is a query; `null` where members are put there by hand. */
  categoryFilter: Record<string, string[]> | null
}

/** Closed ones too, by place: what lies below one is closed with it. */
export function readCategories(db: D1Database): Promise<CategoryRow[]> {
  return connect(db).select().from(category).orderBy(asc(category.position), asc(category.id)).limit(MAX)
}
