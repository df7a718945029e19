/** The shop's configuration rows: path and value, such as `general/region/allowed_state`. */
import { config } from '../../schema/platform/config.table.ts'
import { connect } from './drizzle.sql.ts'

/** All paths with their values as text. */
export async function shopConfig(db: D1Database): Promise<Map<string, string>> {
  const rows = await connect(db).select().from(config)
  return new Map(rows.map(({ path, value }) => [path, value]))
}

/** Codes of the states that are delivered to, in capitals; empty when nothing is configured. */
export function allowedStates(settings: ReadonlyMap<string, string>): Set<string> {
  const list = settings.get('general/region/allowed_state') ?? ''
  return new Set(
    list
      .toUpperCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
}
