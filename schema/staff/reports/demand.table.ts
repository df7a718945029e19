/** What shoppers ask for, by day, for all of them together (H14s). Days are `2026-11-22`, in the shop's time zone. */
import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const sizeDemand = sqliteTable(
  'size_demand',
  {
    day: text('day').notNull(),
    /** Slug of the size. */
    size: text('size').notNull(),
    /** Pages with a list of the size. */
    asked: integer('asked').notNull(),
    /** Those whose list was empty. */
    missed: integer('missed').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.size] })],
)

/** Lists and searches without a result. */
export const searchMiss = sqliteTable(
  'search_miss',
  {
    day: text('day').notNull(),
    /** The term as the shop reads it; empty for a list without a term. */
    words: text('words').notNull(),
    /** The filters as the query of a list, in their fixed order; empty without any. */
    filters: text('filters').notNull(),
    /** The term as the shopper typed it. */
    typed: text('typed').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.words, t.filters, t.typed] })],
)
