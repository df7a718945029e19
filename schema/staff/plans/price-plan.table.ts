/** Price plans (H14). Days are Chicago's, as `2026-11-27`. */
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { PlanMonths } from './plan-season.ts'
import type { PlanState, PlanStep } from './price-plan.ts'

export const pricePlan = sqliteTable(
  'price_plan',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Makes a repeated form one plan. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    /** The filter of the units, as in an address. */
    filter: text('filter').notNull(),
    steps: text('steps', { mode: 'json' }).$type<PlanStep[]>().notNull(),
    beginsOn: text('begins_on').notNull(),
    /** The last day of its prices; `null` for no end. */
    endsOn: text('ends_on'),
    /** The months of each year; `null` for all of them. */
    season: text('season', { mode: 'json' }).$type<PlanMonths>(),
    state: text('state').$type<PlanState>().notNull(),
    createdBy: integer('created_by').notNull(),
    /** The owner who allowed a large plan. */
    approvedBy: integer('approved_by'),
    /** Milliseconds. */
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('price_plan_key').on(t.key)],
)
