/** Stock alerts: what each mailbox waits for, and the known prices by which a change is recognized (H13j). */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { customer } from '../../identity/sign-in/customer.table.ts'
import { STOCK_ALERT_REASONS } from './stock-alert.ts'

/** A mailbox with stock alerts. */
export const stockAlertSubscriber = sqliteTable(
  'stock_alert_subscriber',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Lower case. */
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the last mail with tires was queued; the next one waits for a day. */
    mailedAt: integer('mailed_at'),
  },
  (t) => [uniqueIndex('stock_alert_subscriber_email').on(t.email)],
)

/** A size, or a brand's model, that at least one alert waits for. The other columns are empty texts. */
export const stockAlertLine = sqliteTable(
  'stock_alert_line',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    sizeSlug: text('size_slug').notNull(),
    brandSlug: text('brand_slug').notNull(),
    modelSlug: text('model_slug').notNull(),
    /** The catalog's version when all products of the line were last compared; null for a new line. */
    checkedVersion: text('checked_version'),
  },
  (t) => [
    uniqueIndex('stock_alert_line_key').on(t.sizeSlug, t.brandSlug, t.modelSlug),
    index('stock_alert_line_version').on(t.checkedVersion),
  ],
)

export const stockAlert = sqliteTable(
  'stock_alert',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    subscriberId: integer('subscriber_id')
      .notNull()
      .references(() => stockAlertSubscriber.id, { onDelete: 'cascade' }),
    lineId: integer('line_id')
      .notNull()
      .references(() => stockAlertLine.id, { onDelete: 'cascade' }),
    /** The account that created the alert; null for a guest. */
    customerId: integer('customer_id').references(() => customer.id, { onDelete: 'cascade' }),
    /** Slugs of the conditions; an empty text means any. */
    sizeSlug: text('size_slug').notNull(),
    brandSlug: text('brand_slug').notNull(),
    modelSlug: text('model_slug').notNull(),
    seasonSlug: text('season_slug').notNull(),
    conditionSlug: text('condition_slug').notNull(),
    /** Cents per tire; 0 for any price. */
    maxPrice: integer('max_price').notNull(),
    /** `winter 225/45R17 tires up to $80`. */
    label: text('label').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null until the owner of the mailbox confirms the alert. */
    confirmedAt: integer('confirmed_at'),
  },
  (t) => [
    uniqueIndex('stock_alert_conditions').on(
      t.subscriberId,
      t.sizeSlug,
      t.brandSlug,
      t.modelSlug,
      t.seasonSlug,
      t.conditionSlug,
      t.maxPrice,
    ),
    index('stock_alert_of_line').on(t.lineId),
    index('stock_alert_customer').on(t.customerId),
    index('stock_alert_pending').on(t.createdAt).where(sql`confirmed_at is null`),
  ],
)

/** The last known price of each product of a line: a lower price or a product without one is news. */
export const stockAlertProduct = sqliteTable(
  'stock_alert_product',
  {
    lineId: integer('line_id')
      .notNull()
      .references(() => stockAlertLine.id, { onDelete: 'cascade' }),
    productId: integer('product_id').notNull(),
    /** Cents per tire; null while the product is sold out or hidden. */
    price: integer('price'),
  },
  (t) => [primaryKey({ columns: [t.lineId, t.productId] })],
)

/** A product that an alert waited for. */
export const stockAlertMatch = sqliteTable(
  'stock_alert_match',
  {
    alertId: integer('alert_id')
      .notNull()
      .references(() => stockAlert.id, { onDelete: 'cascade' }),
    productId: integer('product_id').notNull(),
    reason: text('reason', { enum: STOCK_ALERT_REASONS }).notNull(),
    foundAt: integer('found_at').notNull(),
    /** `mailedAt` of the subscriber's mail that has the match; null before. */
    mailedAt: integer('mailed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.alertId, t.productId] }),
    index('stock_alert_match_waiting').on(t.alertId).where(sql`mailed_at is null`),
  ],
)

/** One row: the last event of the change feed that was compared with the alerts. */
export const stockAlertCursor = sqliteTable('stock_alert_cursor', {
  id: integer('id').primaryKey(),
  eventId: integer('event_id').notNull(),
})
