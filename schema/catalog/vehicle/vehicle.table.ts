/** Cars of the finder: one row per generation and trim of a model, with the sizes it left the factory on. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const carModel = sqliteTable(
  'car_model',
  {
    id: integer('id').primaryKey(),
    make: text('make').notNull(),
    makeSlug: text('make_slug').notNull(),
    model: text('model').notNull(),
    modelSlug: text('model_slug').notNull(),
    generation: text('generation').notNull(),
    yearFrom: integer('year_from').notNull(),
    yearTo: integer('year_to').notNull(),
    bodyType: text('body_type').notNull(),
    /** Null where the trims differ or nobody has said. */
    driveType: text('drive_type'),
  },
  (t) => [uniqueIndex('car_model_generation').on(t.makeSlug, t.modelSlug, t.yearFrom, t.generation)],
)

export const carFitment = sqliteTable(
  'car_fitment',
  {
    id: integer('id').primaryKey(),
    carId: integer('car_id')
      .notNull()
      .references(() => carModel.id),
    trim: text('trim').notNull(),
    trimSlug: text('trim_slug').notNull(),
    size: text('size').notNull(),
    sizeSlug: text('size_slug').notNull(),
    /** Another size at the rear; null when all four are alike. */
    sizeRear: text('size_rear'),
    sizeRearSlug: text('size_rear_slug'),
    /** Load index and speed symbol that a tire must not be below; null where unknown. */
    minLoad: integer('min_load'),
    minSpeed: text('min_speed'),
    minLoadRear: integer('min_load_rear'),
    minSpeedRear: text('min_speed_rear'),
    position: integer('position').notNull(),
  },
  (t) => [index('car_fitment_car').on(t.carId)],
)
