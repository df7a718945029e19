/** Categories as a tree; the root category (id 2 by configuration) is a row too. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const category = sqliteTable('category', {
  id: integer('id').primaryKey(),
  parentId: integer('parent_id').notNull(),
  name: text('name').notNull(),
  urlKey: text('url_key').notNull(),
  urlPath: text('url_path').notNull(),
  /** Ids from the root to this category, `2/10/12`. */
  path: text('path').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  productCount: integer('product_count').notNull(),
  description: text('description').notNull(),
  /** A listing filter; matching products belong to the category without rows in product_category. */
  categoryFilter: text('category_filter', { mode: 'json' }).$type<Record<string, string[]>>(),
})

/** Products that staff assigned to a category, in addition to the matches of the category's filter. */
export const productCategory = sqliteTable(
  'product_category',
  {
    categoryId: integer('category_id').notNull(),
    productId: integer('product_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.categoryId, t.productId] }),
    index('product_category_product').on(t.productId),
  ],
)
