/** Reads the configuration in the database, rows of path and value such as `general/region/allowed_state`. */
import { config } from '../../schema/platform/config.table.ts'
import { connect } from './drizzle.sql.ts'

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

/** Returns the upper-case codes of the states to which the shop delivers; empty without configuration. */
export function allowedStates(settings: ReadonlyMap<string, string>): Set<string> {
  const list = settings.get('general/region/allowed_state') ?? ''
  return new Set(
    list
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
}
