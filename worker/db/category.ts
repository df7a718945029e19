/** The tree of categories, whole: spec §9 reads at most 4,000 of them by position. */
import type { Category } from '../../schema/domain/category.ts'
import { category } from '../../schema/tables/category.ts'
import { connect } from './client.ts'

const MOST = 4_000

export async function readCategories(db: D1Database): Promise<Category[]> {
  return connect(db)
    .select({
      id: category.id,
      parentId: category.parentId,
      name: category.name,
      urlKey: category.urlKey,
      urlPath: category.urlPath,
      path: category.path,
      level: category.level,
      position: category.position,
      isActive: category.isActive,
      productCount: category.productCount,
      description: category.description,
    })
    .from(category)
    .orderBy(category.position, category.id)
    .limit(MOST)
}
