/** Resolves a path to its landing: by the labels in the path, or by a row of the table with that path. */
import {
  LANDING_ROUTES,
  type LandingTarget,
  landingPath,
  parseLandingPath,
  toWidgetSlots,
} from '../../../schema/catalog/landing/landing.ts'
import { CHOICE_FILTERS } from '../../../schema/catalog/listing/listing.ts'
import { isKnownValue, type ListingBase } from '../../../schema/catalog/listing/listing-url.ts'
import { sizeSlug } from '../../../schema/catalog/sizes/tire-size.ts'
import { landingHref, paths } from '../../../schema/paths.ts'
import { sizesOfCar } from '../vehicle/fitment-index.ts'
import type { LandingRouteRow, LandingRow } from './landing.sql.ts'
import {
  buildLanding,
  canonicalSize,
  facetsFor,
  type Landing,
  type LandingResult,
  UNKNOWN,
} from './landing.ts'
import { findLandingByPath, isHidden, type LandingIndex } from './landing-index.ts'
import type { ListingContext } from './listing-context.ts'

/** Returns the landing at a path, or its canonical path; a hidden landing is unknown. */
export async function resolveLandingPath(path: string, context: ListingContext): Promise<LandingResult> {
  const { landings, catalog } = context
  const bare = path.replace(/\/+$/, '').toLowerCase()
  const [, size] = /^\/t\/s\/([^/]+)/.exec(bare) ?? []
  if (size) {
    const label = await canonicalSize(size, catalog.options, catalog.sizes)
    if (label === null) return UNKNOWN
    const slug = sizeSlug(label)
    if (slug !== size) return { kind: 'redirect', to: bare.replace(size, slug) }
  }
  if (isHidden(landings, bare)) return UNKNOWN
  const row = findLandingByPath(landings, bare)
  const target = parseLandingPath(bare, context.labelOf)
  const landing = target ? landingFromTarget(target, row, context) : row && landingFromRow(row, landings)
  if (!landing) return UNKNOWN
  return landing.path === path ? { kind: 'landing', landing } : { kind: 'redirect', to: landing.path }
}

/**
 * Returns the path of the landing with a `route_id` and labels or option values; `null` when there is none.
 */
export function resolveRouteId(
  routeId: number,
  params: ReadonlyMap<string, string>,
  context: ListingContext,
): string | null {
  const route = context.landings.routes.get(routeId)
  const [name, group] =
    Object.entries(LANDING_ROUTES).find(([, { alias }]) => alias === route?.pathAlias) ?? []
  if (!route) return null
  if (!name || !group) {
    const row = findLandingByPath(context.landings, route.pathAlias)
    return row && !row.hideLandingPage ? landingHref(row.urlPath) : null
  }
  let path = `/${group.alias}`
  let used = 0
  for (const attributes of group.steps) {
    const attribute = attributes.find((name) => params.has(name))
    if (!attribute) break
    path += `/${(params.get(attribute) ?? '').toLowerCase().replace(/[^a-z0-9.]+/g, '-')}`
    used += 1
  }
  const target = used === params.size ? parseLandingPath(path, context.labelOf) : null
  return target && landingPath(target)
}

function findRoute(
  landings: LandingIndex,
  row: LandingRow | null,
  alias: string,
): LandingRouteRow | undefined {
  if (row) return landings.routes.get(row.routeId)
  return [...landings.routes.values()].find(({ pathAlias }) => pathAlias === alias)
}

function landingFromTarget(target: LandingTarget, row: LandingRow | null, context: ListingContext): Landing {
  const route = findRoute(context.landings, row, LANDING_ROUTES[target.route].alias)
  if (target.route === 'car')
    return buildLanding(target, row, route, { size: sizesOfCar(context.cars, target) })
  return buildLanding(target, row, route)
}

/** Builds a landing without labels in its path, from its row alone. */
function landingFromRow(row: LandingRow, landings: LandingIndex): Landing {
  const base = toListingBase(row.filters)
  const parameters = landings.routes.get(row.routeId)?.parameters ?? []
  const texts = { ...parameters.find(({ level }) => level === row.level)?.texts, ...row.settings }
  return {
    path: landingHref(row.urlPath),
    base,
    heading: texts.heading ?? row.name,
    isSizeHeading: false,
    title: texts.title ?? row.name,
    dimensionsText: texts.measure ?? '',
    crumbs: [
      { label: 'Home', href: paths.home },
      ...ancestors(row, landings).map((above) => ({ label: above.name, href: landingHref(above.urlPath) })),
      { label: row.name },
    ],
    facets: facetsFor(base),
    page: {
      target: null,
      level: row.level,
      overview: row.level === 1,
      slots: toWidgetSlots(parameters, row.level),
      texts,
      placeholders: { name: row.name },
    },
  }
}

function ancestors(row: LandingRow, { byId }: LandingIndex): LandingRow[] {
  const above: LandingRow[] = []
  let parent = byId.get(row.parentId ?? -1)
  while (parent && !above.includes(parent)) {
    above.unshift(parent)
    parent = byId.get(parent.parentId ?? -1)
  }
  return above.filter(({ hideLandingPage }) => !hideLandingPage)
}

/** Converts the filters of a row; skips filters and values that no list can have. */
function toListingBase(filters: Readonly<Record<string, readonly string[]>>): ListingBase {
  const base: ListingBase = {}
  for (const filter of CHOICE_FILTERS) {
    const values = (filters[filter] ?? []).filter((value) => isKnownValue(filter, value))
    if (values.length > 0) base[filter] = values
  }
  return base
}
