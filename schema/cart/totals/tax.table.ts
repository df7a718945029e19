/** Taxes: a rule defines which classes of products and customers pay which rates. */
import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const taxClass = sqliteTable('tax_class', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  kind: text('kind', { enum: ['product', 'customer'] }).notNull(),
})

export const taxRule = sqliteTable('tax_rule', {
  id: integer('id').primaryKey(),
  code: text('code').notNull(),
  priority: integer('priority').notNull(),
  productTaxClassIds: text('product_tax_class_ids', { mode: 'json' }).$type<number[]>().notNull(),
  customerTaxClassIds: text('customer_tax_class_ids', { mode: 'json' }).$type<number[]>().notNull(),
})

export const taxRate = sqliteTable(
  'tax_rate',
  {
    id: integer('id').primaryKey(),
    ruleId: integer('rule_id').notNull(),
    code: text('code').notNull(),
    countryId: text('tax_country_id').notNull(),
    regionId: integer('tax_region_id').notNull(),
    /** Inclusive; null for all ZIP codes of the region. */
    zipFrom: text('zip_from'),
    zipTo: text('zip_to'),
    /** Percent, e.g. 6.25. */
    rate: real('rate').notNull(),
    /** True for demonstration values, which the merchant replaces. */
    demo: integer('demo', { mode: 'boolean' }).notNull(),
    source: text('source').notNull(),
    /** The first day of `rate`; null for no known day. */
    fromDay: text('from_day'),
    /** Percent until the day before; null when the day has come. */
    earlierRate: real('earlier_rate'),
    /** Counts the changes by staff. */
    version: integer('version').notNull().default(1),
  },
  (t) => [index('tax_rate_region').on(t.regionId)],
)
