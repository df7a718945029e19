/** Lists of tires: /t and everything below it, landings by name and by route_id, regions. `listing-view.tsx` draws them. */
import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { landingFromFilters, landingPath } from '../../../schema/catalog/landing/landing.ts'
import { renderTemplate } from '../../../schema/catalog/landing/landing-text.ts'
import { DEFAULT_SORT, type ListingQuery, PAGE_SIZE } from '../../../schema/catalog/listing/listing.ts'
import { listingHref, listingSearch, parseListingUrl } from '../../../schema/catalog/listing/listing-url.ts'
import { type ListingRobots, listingRobots } from '../../../schema/catalog/seo/listing-robots.ts'
import { parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { CAMPAIGN } from '../../page-parameters.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { Catalog } from '../index/catalog.ts'
import { knownValues } from '../index/filter-options.ts'
import { allLanding, type Landing, type LandingResult } from '../landing/landing.ts'
import { findLandingByPath, isHidden } from '../landing/landing-index.ts'
import { overviewPage } from '../landing/landing-overview.tsx'
import { resolveLandingPath, resolveRouteId } from '../landing/landing-path.ts'
import { getListingContext, type ListingContext } from '../landing/listing-context.ts'
import { widgetsOf } from '../landing/widget.tsx'
import { fillings, widgetData } from '../landing/widget-data.ts'
import { sizeIndex } from '../sizes/sizes.page.tsx'
import { getCards } from './card-cache.tsx'
import {
  type EmptyListingSuggestion,
  nearestSizes,
  suggestRemovingFilters,
} from './empty-listing-suggestions.ts'
import { priceMarks } from './filter-range.tsx'
import { chosenLabel } from './filter-text.ts'
import { formatTotal, ListingPage } from './listing-view.tsx'

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
  return answer(c, await resolveLandingPath(c.req.path, context), context)
}

/** /landing?route_id=…: a group by its number, and with labels or option values of its steps a landing in it. */
async function byRoute(c: Context<AppEnv>): Promise<Response> {
  const { route_id: routeId = '', ...params } = c.req.query()
  const steps = new Map(Object.entries(params).filter(([name]) => !CAMPAIGN.test(name)))
  if (!/^\d{1,9}$/.test(routeId)) return c.notFound()
  const path = resolveRouteId(Number(routeId), steps, await getListingContext(c))
  return path === null ? c.notFound() : c.redirect(path, 301)
}

async function answer(c: Context<AppEnv>, result: LandingResult, context: ListingContext): Promise<Response> {
  if (result.kind === 'unknown') return c.notFound()
  const { search, searchParams } = new URL(c.req.url)
  if (result.kind === 'redirect') return c.redirect(`${result.to}${search}`, 301)
  const { landing } = result
  if (!landing.page?.overview) return listPage(c, landing, context)
  const isPlain = [...searchParams.keys()].every((name) => CAMPAIGN.test(name))
  return isPlain ? overviewPage(c, landing, landing.page, context) : c.redirect(landing.path, 302)
}

/** What stands around a plain list that is no landing. */
interface Around {
  description: string
  top: ReactNode
}

/** The answer to a list's address: the list, or the way to its one spelling. */
export async function listPage(
  c: Context<AppEnv>,
  landing: Landing,
  context: ListingContext,
  around?: Around,
): Promise<Response> {
  // Read once: the platform's iterator is slow.
  const given = [...new URL(c.req.url).searchParams]
  const { catalog } = context
  const { options, listing } = catalog
  const query: ListingQuery = {
    ...parseListingUrl(landing.base, given, knownValues(options)),
    ...(landing.category === undefined ? {} : { category: landing.category }),
  }
  const elsewhere = canonicalAddress(landing, query, given)
  if (elsewhere) return c.redirect(elsewhere, 302)

  const found = await listing.find(query, landing.facets)
  const plain = listingSearch(query, landing.base) === ''
  // A model that its brand does not make, a brand that never had this size: no such page, rather than an empty one.
  if (found.total === 0 && plain && isMadeUp(landing, context)) return c.notFound()
  const last = Math.max(0, Math.ceil(found.total / PAGE_SIZE) - 1) * PAGE_SIZE
  if (query.start > last)
    return c.redirect(listingHref(landing.path, { ...query, start: last }, landing.base), 302)
  const now = Date.now()
  const [cards, prices, suggestions, data] = await Promise.all([
    getCards(c, { ids: found.ids, sets: query.choices.sets }, now),
    priceMarks(listing, query),
    found.total === 0 ? waysOutOf(catalog, landing, query) : [],
    plain && landing.page ? widgetData(landing, landing.page, context, now) : null,
  ])
  c.var.pageCache.tag(cards.map(({ stockSku }) => stockSku))
  const page = Math.floor(query.start / PAGE_SIZE) + 1
  const { canonical, narrowedBy } = indexedAddress(landing, query, found.total, context)
  const title = narrowedBy
    ? `${landing.title}: ${chosenLabel(narrowedBy.filter, narrowedBy.value, options)}`
    : landing.title
  const places = data ? widgetsOf(data) : {}
  const text = landing.page?.texts.description
  return contentPage(c, {
    title: page > 1 ? `${title}, page ${page}` : title,
    description:
      text && data && found.total > 0
        ? renderTemplate(text, fillings(data))
        : around?.description ||
          `${formatTotal(found.total)}: ${landing.heading}, measured and inspected, with the price per tire and the day they arrive.`,
    canonical,
    breadcrumbs: landing.crumbs,
    kind: 'listing',
    ...(landing.section ? { section: landing.section } : {}),
    body: (
      <ListingPage
        {...{ landing, query, result: found, options, suggestions }}
        priceMarks={prices}
        cards={cards.map(({ html }) => html)}
        top={around?.top ?? places.LandingPageTop}
        list={places.LandingList}
        carSizes={places.LandingCarSizes}
        seo={places.LandingSEO}
      />
    ),
  })
}

/** True for a landing of two labels without a row of its own: whether it exists is then for the stock to say. */
function isMadeUp({ path, page }: Landing, { landings }: ListingContext): boolean {
  const target = page?.target
  return Boolean(
    target && target.route !== 'car' && target.values.length > 1 && !findLandingByPath(landings, path),
  )
}

/**
 * The address that search engines should keep, and the one value that narrows the list. A list that is exactly another
 * landing's has that landing's address.
 */
function indexedAddress(
  landing: Landing,
  query: ListingQuery,
  total: number,
  { landings, labelOf }: ListingContext,
): ListingRobots {
  const robots = listingRobots(landing.path, landing.base, query, total)
  const isPlain = listingSearch({ ...query, start: 0 }, landing.base) === ''
  const isChoice = Object.keys(query.ranges).length === 0 && query.sort === DEFAULT_SORT
  if (total === 0 || isPlain || !isChoice || landing.category !== undefined) return robots
  const target = landingFromFilters(query.choices, labelOf)
  const path = target && landingPath(target)
  if (!path || isHidden(landings, path)) return robots
  return { ...robots, canonical: listingHref(path, query, query.choices) }
}

/** The one address of the query, if this is not it; so a list is cached once, not once per spelling. */
function canonicalAddress(
  landing: Landing,
  query: ListingQuery,
  given: readonly [string, string][],
): string | null {
  const carried = given.filter(([name]) => CAMPAIGN.test(name))
  const asked = given.filter(([name]) => !CAMPAIGN.test(name))
  const right = listingSearch(query, landing.base)
  const spelled = asked.map(([name, value]) => `${name}=${value}`).join('&')
  if (spelled === right) return null
  const rest = new URLSearchParams(carried).toString()
  const search = [right, rest].filter(Boolean).join('&')
  return search ? `${landing.path}?${search}` : landing.path
}

async function waysOutOf(
  catalog: Catalog,
  landing: Landing,
  query: ListingQuery,
): Promise<EmptyListingSuggestion[]> {
  const without = await suggestRemovingFilters(catalog, landing, query)
  if (without.length > 0) return without
  const wanted = parseTireSize(landing.base.size?.[0] ?? '')
  return nearestSizes(await catalog.sizes(), wanted).map((line) => ({ kind: 'size', line }))
}
