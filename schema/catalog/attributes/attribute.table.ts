/** Attributes and their options. Option values are the keys in URLs and buckets. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { FilterType } from '../listing/listing.ts'

export const attribute = sqliteTable(
  'attribute',
  {
    attributeId: integer('attribute_id').primaryKey(),
    code: text('attribute_code').notNull(),
    label: text('default_frontend_label').notNull(),
    filterType: text('filter_type').$type<FilterType>().notNull(),
    isComparable: integer('is_comparable', { mode: 'boolean' }).notNull(),
    isUserDefined: integer('is_user_defined', { mode: 'boolean' }).notNull(),
    isVisible: integer('is_visible', { mode: 'boolean' }).notNull(),
    isVisibleOnFront: integer('is_visible_on_front', { mode: 'boolean' }).notNull(),
    position: integer('position').notNull(),
  },
  (t) => [uniqueIndex('attribute_code').on(t.code)],
)

export const attributeOption = sqliteTable(
  'attribute_option',
  {
    optionId: integer('option_id').primaryKey(),
    attributeId: integer('attribute_id').notNull(),
    value: text('value').notNull(),
    label: text('label').notNull(),
    position: integer('position').notNull(),
    /** Whether the row belongs to the demo data; the demo generator replaces such rows. */
    demo: integer('demo', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [uniqueIndex('attribute_option_value').on(t.attributeId, t.value)],
)

/** Named conditions, such as "Under $80 a tire", offered as one filter (C3). */
export const smartFilter = sqliteTable('smart_filter', {
  filterId: integer('filter_id').primaryKey(),
  value: text('value').notNull(),
  name: text('name').notNull(),
  conditions: text('conditions', { mode: 'json' })
    .$type<{ attribute_code: string; in?: string[]; from?: number; to?: number }[]>()
    .notNull(),
  position: integer('position').notNull(),
})
