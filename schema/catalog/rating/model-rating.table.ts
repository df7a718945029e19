/** The approved reviews of each model as sums; triggers of `review` write them. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const modelRating = sqliteTable(
  'model_rating',
  {
    brandSlug: text('brand_slug').notNull(),
    modelSlug: text('model_slug').notNull(),
    /** Number of reviews. */
    reviews: integer('reviews').notNull(),
    /** Sum of their stars. */
    stars: integer('stars').notNull(),
  },
  (t) => [primaryKey({ columns: [t.brandSlug, t.modelSlug] })],
)
