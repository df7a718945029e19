/**
 * The landings of the shop in this isolate's memory, read once per version of the catalog, so that a listing
 * reads only its cards from D1. The shop has a few hundred rows; 20,000 rows would need about 10 MB and 50 ms
 * per version, and should be read by path instead.
 */
import { cachePerVersion } from '../../platform/cache/per-version.ts'
import { type LandingRouteRow, type LandingRow, readLandings } from './landing.sql.ts'

export interface LandingIndex {
  /** By path without slashes at the ends, in lower case. */
  byPath: ReadonlyMap<string, LandingRow>
  byId: ReadonlyMap<number, LandingRow>
  routes: ReadonlyMap<number, LandingRouteRow>
}

export const getLandingIndex = cachePerVersion(async (_version, db: D1Database): Promise<LandingIndex> => {
  const { routes, landings } = await readLandings(db)
  return {
    byPath: new Map(landings.map((row) => [row.urlPath.toLowerCase(), row])),
    byId: new Map(landings.map((row) => [row.id, row])),
    routes: new Map(routes.map((route) => [route.routeId, route])),
  }
})

/** Finds the landing at a path; ignores case and the slashes at the ends. */
export function findLandingByPath({ byPath }: LandingIndex, path: string): LandingRow | null {
  return byPath.get(path.replace(/^\/+|\/+$/g, '').toLowerCase()) ?? null
}

/** Checks whether the landing at a path, or one above it, is hidden. */
export function isHidden(index: LandingIndex, path: string): boolean {
  const steps = path.split('/').filter(Boolean)
  return steps.some(
    (_, depth) => findLandingByPath(index, steps.slice(0, depth + 1).join('/'))?.hideLandingPage,
  )
}
