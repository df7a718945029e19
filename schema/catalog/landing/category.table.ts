/** Categories as a tree; the root (configuration, 2) is a row of its own. */
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const category = sqliteTable('category', {
  id: integer('id').primaryKey(),
  parentId: integer('parent_id').notNull(),
  name: text('name').notNull(),
  urlKey: text('url_key').notNull(),
  urlPath: text('url_path').notNull(),
  /** Ids from the root down, `2/10/12`. */
  path: text('path').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull(),
  productCount: integer('product_count').notNull(),
  description: text('description').notNull(),
  /** A listing query that fills the category without rows in product_category. */
  categoryFilter: text('category_filter', { mode: 'json' }).$type<Record<string, string[]>>(),
})

/** Products assigned to a category by hand, beside those that its filter finds. */
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
