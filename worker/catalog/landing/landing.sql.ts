/** Reads landings and their groups: few rows, read completely and once per version of the catalog. */
import { getTableColumns } from 'drizzle-orm'
import { landing, landingRoute } from '../../../schema/catalog/landing/landing.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

const { carInfo: _carInfo, demo: _demo, ...COLUMNS } = getTableColumns(landing)

/** `level` 1 is an overview; `settings` has texts by name (`title`, `heading`, `description`, `seo` …). */
export type LandingRow = Omit<typeof landing.$inferSelect, 'carInfo' | 'demo'>
export type LandingRouteRow = typeof landingRoute.$inferSelect

/** Returns all landings, hidden ones too, by level and position, and all groups, in one batch. */
export async function readLandings(
  db: D1Database,
): Promise<{ routes: LandingRouteRow[]; landings: LandingRow[] }> {
  const client = connect(db)
  const [routes, landings] = await client.batch([
    client.select().from(landingRoute),
    client.select(COLUMNS).from(landing).orderBy(landing.level, landing.position, landing.id),
  ])
  return { routes, landings }
}
