/** Pages of lists: /t and all paths below it, landings by name and by route_id, regions. */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { landingFromFilters, landingPath } from '../../../schema/catalog/landing/landing.ts'
import { renderTemplate } from '../../../schema/catalog/landing/landing-text.ts'
import { DEFAULT_SORT, type ListingQuery, PAGE_SIZE } from '../../../schema/catalog/listing/listing.ts'
import { listingHref, listingSearch, parseListingUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { type ListingRobots, listingRobots } from '../../../schema/catalog/seo/listing-robots.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { parseFitValue } from '../../../schema/catalog/vehicle/fit-value.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { AppEnv } from '../../env.ts'
import { CAMPAIGN_PARAMETER } from '../../page-parameters.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { Catalog } from '../index/catalog.ts'
import { knownValues } from '../index/filter/filter-options.ts'
import { allLanding, type Landing, type LandingResult } from '../landing/landing.ts'
import { findLandingByPath, isHidden } from '../landing/landing-index.ts'
import { overviewPage } from '../landing/landing-overview.tsx'
import { resolveLandingPath, resolveRouteId } from '../landing/landing-path.ts'
import { getListingContext, type ListingContext } from '../landing/listing-context.ts'
import { renderWidgets } from '../landing/widget.tsx'
import { currentPlaceholders, widgetData } from '../landing/widget-data.ts'
import { sizeIndex } from '../sizes/sizes.page.tsx'
import {
  type EmptyListingSuggestion,
  nearestSizes,
  suggestRemovingFilters,
} from './empty-listing-suggestions.ts'
import { countPricePresets } from './filter-range.tsx'
import { chosenLabel } from './filter-text.ts'
import { ListingView } from './listing-view.tsx'
import { startCards } from './product-card-cache.tsx'

export const listingPages = new Hono<AppEnv>()
  .get('/t', async (c) => listPage(c, allLanding(), await getListingContext(c)))
  .get('/t/s', sizeIndex)
  .get(paths.sizes, sizeIndex)
  .get('/landing', byRoute)
  .get('/t/*', landingPage)
  .get('/landing/:slug', landingPage)
for (const region of [paths.usa, paths.illinois, paths.chicago]) listingPages.get(region, landingPage)

async function landingPage(c: Context<AppEnv>): Promise<Response> {
  const context = await getListingContext(c)
  return respond(c, await resolveLandingPath(c.req.path, context), context)
}

/** Redirects /landing?route_id=… to a group by number, or to a landing in it by labels or option values. */
async function byRoute(c: Context<AppEnv>): Promise<Response> {
  const { route_id: routeId = '', ...params } = c.req.query()
  const steps = new Map(Object.entries(params).filter(([name]) => !CAMPAIGN_PARAMETER.test(name)))
  if (!/^\d{1,9}$/.test(routeId)) return c.notFound()
  const path = resolveRouteId(Number(routeId), steps, await getListingContext(c))
  return path === null ? c.notFound() : c.redirect(path, 301)
}

async function respond(
  c: Context<AppEnv>,
  result: LandingResult,
  context: ListingContext,
): Promise<Response> {
  if (result.kind === 'unknown') return c.notFound()
  const { search, searchParams } = new URL(c.req.url)
  if (result.kind === 'redirect') return c.redirect(`${result.to}${search}`, 301)
  const { landing } = result
  if (!landing.page?.overview) return listPage(c, landing, context)
  const hasOnlyCampaign = [...searchParams.keys()].every((name) => CAMPAIGN_PARAMETER.test(name))
  return hasOnlyCampaign ? overviewPage(c, landing, landing.page, context) : c.redirect(landing.path, 302)
}

/** Description and top content of a list that is not a landing. */
interface ListExtras {
  description: string
  top: ReactNode
}

/** Responds with the page of a list, or redirects to the canonical spelling of its address. */
export async function listPage(
  c: Context<AppEnv>,
  landing: Landing,
  context: ListingContext,
  extras?: ListExtras,
): Promise<Response> {
  // Read once: the platform's iterator is slow.
  const params = [...new URL(c.req.url).searchParams]
  const { catalog } = context
  const { options, listing } = catalog
  const query: ListingQuery = {
    ...parseListingUrl(landing.base, params, knownValues(options)),
    ...(landing.category === undefined ? {} : { category: landing.category }),
  }
  const redirectUrl = redirectTarget(landing, query, params)
  if (redirectUrl) return c.redirect(redirectUrl, 302)

  const found = await listing.find(query, landing.facets, ['condition'])
  const isFirstUnfiltered = listingSearch(query, landing.base) === ''
  // A model of another brand, or a brand that never had this size, is not found instead of an empty list.
  if (found.total === 0 && isFirstUnfiltered && needsStock(landing, context)) return c.notFound()
  const last = Math.max(0, Math.ceil(found.total / PAGE_SIZE) - 1) * PAGE_SIZE
  if (query.start > last)
    return c.redirect(listingHref(landing.path, { ...query, start: last }, landing.base), 302)
  const now = Date.now()
  const [{ cards }, prices, suggestions, data] = await Promise.all([
    startCards(c, { ids: found.ids, sets: query.choices.sets, isFirst: true }, now),
    countPricePresets(listing, query),
    found.total === 0 ? suggestionsFor(catalog, landing, query) : [],
    isFirstUnfiltered && landing.page ? widgetData(landing, landing.page, context, now) : null,
  ])
  const page = Math.floor(query.start / PAGE_SIZE) + 1
  const { canonical, narrowedBy } = searchEngineAddress(landing, query, found.total, context)
  const title = narrowedBy
    ? `${landing.title}: ${chosenLabel(narrowedBy.filter, narrowedBy.value, options)}`
    : landing.title
  const widgets = data ? renderWidgets(data) : {}
  // The sizes of a car lead to its tires; the cars of a size lead away from its tires, so they follow them.
  const isCar = landing.page?.target?.route === 'car'
  const text = landing.page?.texts.description
  return contentPage(c, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description:
      text && data && found.total > 0
        ? renderTemplate(text, currentPlaceholders(data))
        : extras?.description ||
          `${formatQuantity(found.total, 'tire')}: ${landing.heading}, measured and inspected, ` +
            'with the price per tire and the delivery date.',
    canonical,
    breadcrumbs: landing.crumbs,
    kind: 'listing',
    ...(landing.section ? { section: landing.section } : {}),
    body: (
      <ListingView
        {...{ landing, query, result: found, options, suggestions }}
        pricePresets={prices}
        cards={cards}
        top={extras?.top}
        more={
          <>
            {widgets.LandingPageTop}
            {widgets.LandingList}
            {isCar ? null : widgets.LandingCarSizes}
          </>
        }
        carSizes={isCar ? widgets.LandingCarSizes : null}
        seo={widgets.LandingSEO}
      />
    ),
  })
}

/** Checks whether a landing exists only with results: it has two or more labels, is not a car, and has no row of its own. */
function needsStock({ path, page }: Landing, { landings }: ListingContext): boolean {
  const target = page?.target
  return Boolean(
    target && target.route !== 'car' && target.values.length > 1 && !findLandingByPath(landings, path),
  )
}

/**
 * Returns the canonical address for search engines, and the one value that narrows the list. A list that
 * equals another landing has the address of that landing.
 */
function searchEngineAddress(
  landing: Landing,
  query: ListingQuery,
  total: number,
  { landings, labelOf }: ListingContext,
): ListingRobots {
  const robots = listingRobots(landing.path, landing.base, query, total)
  const isUnfiltered = listingSearch({ ...query, start: 0 }, landing.base) === ''
  const isChoice = Object.keys(query.ranges).length === 0 && query.sort === DEFAULT_SORT
  if (total === 0 || isUnfiltered || !isChoice || landing.category !== undefined) return robots
  const target = landingFromFilters(query.choices, labelOf)
  const path = target && landingPath(target)
  if (!path || isHidden(landings, path)) return robots
  return { ...robots, canonical: listingHref(path, query, query.choices) }
}

/**
 * Returns the canonical address of the query, `null` if it is the current one; so each list is cached only
 * once.
 */
function redirectTarget(
  landing: Landing,
  query: ListingQuery,
  params: readonly [string, string][],
): string | null {
  const own = params.filter(([name]) => !CAMPAIGN_PARAMETER.test(name))
  const canonical = listingSearch(query, landing.base)
  if (own.map(([name, value]) => `${name}=${value}`).join('&') === canonical) return null
  const campaign = new URLSearchParams(params.filter(([name]) => CAMPAIGN_PARAMETER.test(name))).toString()
  const search = [canonical, campaign].filter(Boolean).join('&')
  return search ? `${landing.path}?${search}` : landing.path
}

async function suggestionsFor(
  catalog: Catalog,
  landing: Landing,
  query: ListingQuery,
): Promise<EmptyListingSuggestion[]> {
  const without = await suggestRemovingFilters(catalog, landing, query)
  const chosen = query.choices.size?.[0]
  const slug = landing.base.size?.[0] ?? (chosen && (parseFitValue(chosen)?.sizeSlug ?? chosen))
  if (without.length > 0 && slug === undefined) return without
  const others = (await catalog.sizes()).filter((size) => size.slug !== slug)
  const nearest = nearestSizes(others, parseTireSize(slug ?? ''))
  return [...without, ...nearest.map((line): EmptyListingSuggestion => ({ kind: 'size', line }))]
}
