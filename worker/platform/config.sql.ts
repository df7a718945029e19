/** Reads the configuration in the database, rows of path and value such as `general/region/allowed_state`. */
import { inArray } from 'drizzle-orm'
import { ALLOWED_STATES_PATH, CLOSED_DAYS_PATH, config } from '../../schema/platform/config.table.ts'
import { type ClosedDays, parseClosedDays } from '../../schema/platform/shop-calendar.ts'
import { connect, listPlaceholder, prepareQueries, type Read } from './drizzle.sql.ts'

/** Returns all configuration values by path. */
export async function shopConfig(db: D1Database): Promise<Map<string, string>> {
  return toSettings(await configStatement(connect(db)))
}

/** Returns the statement that reads all configuration values; `toSettings` converts its rows. */
export function configStatement(client: ReturnType<typeof connect>) {
  return client.select().from(config)
}

/** Converts rows of the table to values by path. */
export function toSettings(rows: readonly { path: string; value: string }[]): Map<string, string> {
  return new Map(rows.map(({ path, value }) => [path, value]))
}

const queryPaths = prepareQueries((client) => [
  client
    .select()
    .from(config)
    .where(inArray(config.path, listPlaceholder('paths'))),
])

/** Reads some values of the configuration. */
export function configRead(paths: readonly string[]): Read<ReadonlyMap<string, string>> {
  return queryPaths({ paths: JSON.stringify(paths) }, ([rows]) => toSettings(rows))
}

/** Reads the shop's own closed days, as UTC midnights, where no change feed is known: in a Durable Object. */
export function closedDaysRead(): Read<ClosedDays> {
  return queryPaths({ paths: JSON.stringify([CLOSED_DAYS_PATH]) }, ([rows]) =>
    parseClosedDays(toSettings(rows).get(CLOSED_DAYS_PATH) ?? ''),
  )
}

/** Returns the upper-case codes of the states to which the shop delivers; empty without configuration. */
export function allowedStates(settings: ReadonlyMap<string, string>): Set<string> {
  const list = settings.get(ALLOWED_STATES_PATH) ?? ''
  return new Set(
    list
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
}
