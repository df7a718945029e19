/** What cron found each minute, and the alerts that it opened. */
import { sql } from 'drizzle-orm'
import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const cronMinute = sqliteTable('cron_minute', {
  /** Minutes since the epoch. */
  minute: integer('minute').primaryKey(),
  /** `null` in a minute that stored only its journey. */
  isCatalogBehind: integer('is_catalog_behind', { mode: 'boolean' }),
  /** `ok`, or the step that failed; `null` in a minute without a journey. */
  journey: text('journey'),
  /** Rules whose query of the data points failed, separated by spaces; `null` in a minute without queries. */
  failedQueries: text('failed_queries'),
})

/** The last measurement of a rule that needs data points. */
export const alertMeasurement = sqliteTable('alert_measurement', {
  rule: text('rule').primaryKey(),
  value: real('value').notNull(),
  samples: integer('samples').notNull(),
  route: text('route'),
  measuredAt: integer('measured_at').notNull(),
})

export const alertIncident = sqliteTable(
  'alert_incident',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Name of the rule (alert-rules.ts). */
    rule: text('rule').notNull(),
    /** The value with which the rule fired first. */
    value: real('value').notNull(),
    /** The route with this value, for rules that compare routes. */
    route: text('route'),
    openedAt: integer('opened_at').notNull(),
    /** When the rule fired last. */
    firedAt: integer('fired_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (t) => [uniqueIndex('alert_incident_open').on(t.rule).where(sql`ended_at is null`)],
)
