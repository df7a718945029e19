/**
 * The landings of the shop in this isolate's memory, read once per version of the catalog, so that a listing asks
 * D1 for its cards only. A few hundred rows; at 20,000 it would be some 10 MB and 50 ms a version, then read by path.
 */
import { perVersion } from '../../platform/cache/per-version.ts'
import { type LandingRouteRow, type LandingRow, readLandings } from './landing.sql.ts'

export interface LandingIndex {
  /** By path without slashes at the ends, in small letters. */
  byPath: ReadonlyMap<string, LandingRow>
  byId: ReadonlyMap<number, LandingRow>
  routes: ReadonlyMap<number, LandingRouteRow>
}

export const getLandingIndex = perVersion(async (_version, db: D1Database): Promise<LandingIndex> => {
  const { routes, landings } = await readLandings(db)
  return {
    byPath: new Map(landings.map((row) => [row.urlPath.toLowerCase(), row])),
    byId: new Map(landings.map((row) => [row.id, row])),
    routes: new Map(routes.map((route) => [route.routeId, route])),
  }
})

/** The row at a path, whatever its case and slashes. */
export function findLandingByPath({ byPath }: LandingIndex, path: string): LandingRow | null {
  return byPath.get(path.replace(/^\/+|\/+$/g, '').toLowerCase()) ?? null
}

/** True for a landing that is hidden, or is below one that is. */
export function isHidden(index: LandingIndex, path: string): boolean {
  const steps = path.split('/').filter(Boolean)
  return steps.some(
    (_, depth) => findLandingByPath(index, steps.slice(0, depth + 1).join('/'))?.hideLandingPage,
  )
}
