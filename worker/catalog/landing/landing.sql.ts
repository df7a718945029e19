/** Landings and their groups. Few and read whole, once per version of the catalog. */

import { landing, landingRoute } from '../../../schema/catalog/landing/landing.table.ts'
import type { LandingLevel } from '../../../schema/catalog/landing/landing.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface LandingRow {
  id: number
  /** Without slashes at the ends: `t/s/225-45r17`. */
  urlPath: string
  name: string
  routeId: number
  parentId: number | null
  /** 1 is an overview. */
  level: number
  position: number
  /** Texts by place (`title`, `heading`, `description`, `seo` …), with placeholders. */
  settings: Record<string, string>
  /** Option values by attribute code. */
  filters: Record<string, string[]>
  hideLandingPage: boolean
}

export interface LandingRouteRow {
  routeId: number
  pathAlias: string
  name: string
  parameters: readonly LandingLevel[]
}

const COLUMNS = {
  id: landing.id,
  urlPath: landing.urlPath,
  name: landing.name,
  routeId: landing.routeId,
  parentId: landing.parentId,
  level: landing.level,
  position: landing.position,
  settings: landing.settings,
  filters: landing.filters,
  hideLandingPage: landing.hideLandingPage,
}

/** All of them, the hidden ones too, in their order. One batch. */
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
