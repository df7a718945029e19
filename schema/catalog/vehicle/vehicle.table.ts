/** Cars of the finder: a row for each generation of a model, and for each trim the factory sizes. */
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
    /** Null where the trims differ or the value is unknown. */
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
    /** The size at the rear axle; null when all four wheels have the same size. */
    sizeRear: text('size_rear'),
    sizeRearSlug: text('size_rear_slug'),
    /** Minimum load index and speed symbol; null where unknown. */
    minLoad: integer('min_load'),
    minSpeed: text('min_speed'),
    minLoadRear: integer('min_load_rear'),
    minSpeedRear: text('min_speed_rear'),
    position: integer('position').notNull(),
  },
  (t) => [index('car_fitment_car').on(t.carId)],
)
