/** Settings for staff (H14l). */
import { config } from '../../../schema/platform/config.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

/** Returns value and version of each row of the configuration, by path. */
export async function readSettings(db: D1Database): Promise<Map<string, { value: string; version: number }>> {
  const rows = await connect(db).select().from(config)
  return new Map(rows.map(({ path, value, version }) => [path, { value, version }]))
}
