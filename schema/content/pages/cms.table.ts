/** Texts of the shop in Markdown without HTML. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const cmsPage = sqliteTable(
  'cms_page',
  {
    id: integer('id').primaryKey(),
    identifier: text('identifier').notNull(),
    title: text('title').notNull(),
    metaDescription: text('meta_description').notNull(),
    content: text('content').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Counts the changes by staff. */
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('cms_page_identifier').on(t.identifier)],
)

export const cmsBlock = sqliteTable(
  'cms_block',
  {
    id: integer('id').primaryKey(),
    identifier: text('identifier').notNull(),
    title: text('title').notNull(),
    content: text('content').notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [uniqueIndex('cms_block_identifier').on(t.identifier)],
)

export const cmsHierarchy = sqliteTable('cms_hierarchy', {
  id: integer('id').primaryKey(),
  identifier: text('identifier').notNull(),
  parentId: integer('parent_id'),
  pageId: integer('page_id'),
  label: text('label').notNull(),
  level: integer('level').notNull(),
  position: integer('position').notNull(),
})
