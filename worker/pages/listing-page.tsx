/** Listings and the indices that lead to them: /t, /t/s, /t/b, /t/c, /sizes/. */
import { type Context, Hono } from 'hono'
import { type ListingQuery, PAGE_SIZE } from '../../schema/domain/listing.ts'
import { chipsOf, dropFilter } from '../../schema/domain/listing-toggle.ts'
import { listingHref, listingSearch, parseListingUrl } from '../../schema/domain/listing-url.ts'
import { paths } from '../../schema/paths.ts'
import { findOffersById } from '../db/product.ts'
import type { AppEnv } from '../env.ts'
import { pageShows } from '../http/page-cache.ts'
import type { Catalogue } from '../search/catalogue.ts'
import { knownValues } from '../search/filter-options.ts'
import { catalogueOf } from './catalogue-of.ts'
import { contentPage } from './document.tsx'
import { chosenLabel } from './filter-text.ts'
import {
  allLanding,
  brandLanding,
  conditionLanding,
  type Landing,
  type LandingResult,
  sizeLanding,
} from './landing.ts'
import { sizeLine, type WayOut } from './listing-empty.tsx'
import { brandIndex, conditionIndex, sizeIndex } from './listing-index.tsx'
import { countText, ListingPage } from './listing-view.tsx'

/** Parameters of campaigns; they are no part of the question but travel on with a redirect. */
const CAMPAIGN = /^(utm_\w+|gclid|fbclid|msclkid)$/
/** Sizes offered where one is not in stock. */
const NEAR_SIZES = 6

export const listingPages = new Hono<AppEnv>()
  .get('/t', async (c) => answer(c, { kind: 'landing', landing: allLanding() }))
  .get('/t/s', sizeIndex)
  .get('/t/s/:slug', async (c) => {
    const { options, sizes } = await catalogueOf(c)
    return answer(c, await sizeLanding(c.req.param('slug'), options, sizes))
  })
  .get('/t/b', brandIndex)
  .get('/t/b/:slug', async (c) => {
    const slug = c.req.param('slug')
    return answer(c, brandLanding(slug, await brandName(c, slug)))
  })
  .get('/t/c', conditionIndex)
  .get('/t/c/:slug', async (c) => answer(c, conditionLanding(c.req.param('slug'))))
  .get(paths.sizes, sizeIndex)

async function brandName(c: Context<AppEnv>, slug: string): Promise<string | null> {
  const { options, listing } = await catalogueOf(c)
  const known = options.options.get('brand')
  if (known) return known.get(slug)?.label ?? null
  const { buckets } = await listing.find(questionOf({ brand: [slug] }), ['brand'])
  return buckets.brand?.find(({ key }) => key === slug)?.label ?? null
}

function questionOf(choices: ListingQuery['choices']): ListingQuery {
  return { ...parseListingUrl({}, []), choices, size: 0 }
}

async function answer(c: Context<AppEnv>, result: LandingResult): Promise<Response> {
  if (result.kind === 'unknown') return c.notFound()
  const given = new URL(c.req.url).searchParams
  if (result.kind === 'redirect') return c.redirect(given.size ? `${result.to}?${given}` : result.to, 301)
  const { landing } = result
  const catalogue = await catalogueOf(c)
  const { version, options, listing } = catalogue
  const query = parseListingUrl(landing.base, given, knownValues(options))
  const elsewhere = canonicalAddress(landing, query, given)
  if (elsewhere) return c.redirect(elsewhere, 302)

  const found = await listing.find(query, landing.facets)
  const last = Math.max(0, Math.ceil(found.total / PAGE_SIZE) - 1) * PAGE_SIZE
  if (query.start > last)
    return c.redirect(listingHref(landing.path, { ...query, start: last }, landing.base), 302)
  const now = Date.now()
  const [offers, waysOut] = await Promise.all([
    findOffersById(c.env.DB, found.ids),
    found.total === 0 ? waysOutOf(catalogue, landing, query) : [],
  ])
  pageShows(
    c,
    offers.map(({ product }) => product.stockSku),
  )
  const plain = listingSearch(query, landing.base) === ''
  const page = Math.floor(query.start / PAGE_SIZE) + 1
  return contentPage(c, {
    title: page > 1 ? `${landing.title}, page ${page}` : landing.title,
    description: `${countText(found.total)}: ${landing.heading}, measured and inspected, with the price per tire and the day they arrive.`,
    // A filtered list stays out of search engines; pages of the plain list are found through the first.
    canonical: found.total > 0 && (plain || page > 1) ? landing.path : null,
    breadcrumbs: landing.crumbs,
    kind: 'listing',
    ...(landing.section ? { section: landing.section } : {}),
    body: <ListingPage {...{ landing, query, result: found, options, offers, waysOut, now, version }} />,
  })
}

/** Where the question has its one address, if this is not it; so a list is kept once, not once per spelling. */
function canonicalAddress(landing: Landing, query: ListingQuery, given: URLSearchParams): string | null {
  const carried = [...given].filter(([name]) => CAMPAIGN.test(name))
  const asked = [...given].filter(([name]) => !CAMPAIGN.test(name))
  const right = listingSearch(query, landing.base)
  const spelled = asked.map(([name, value]) => `${name}=${value}`).join('&')
  if (spelled === right) return null
  const rest = new URLSearchParams(carried).toString()
  const search = [right, rest].filter(Boolean).join('&')
  return search ? `${landing.path}?${search}` : landing.path
}

async function waysOutOf(
  { options, listing, sizes: inStock }: Catalogue,
  landing: Landing,
  query: ListingQuery,
): Promise<WayOut[]> {
  const chips = chipsOf(query, landing.base, (filter, value) => chosenLabel(filter, value, options))
  if (chips.length > 0) {
    const filters = [...new Set(chips.map(({ filter }) => filter))]
    const without = filters.map((filter) => dropFilter(query, filter))
    const counts = await listing.count(without)
    return filters.map((filter, index) => ({
      kind: 'drop',
      label: chips.flatMap((chip) => (chip.filter === filter ? [chip.label] : [])).join(', '),
      href: listingHref(landing.path, without[index] ?? query, landing.base),
      count: counts[index] ?? 0,
    }))
  }
  const wanted = landing.base.size ? landing.heading : null
  const sizes = await inStock()
  const distance = ({ label, rim, width }: (typeof sizes)[number]) => {
    const [, ownWidth = '0', ownRim = '0'] = /^(\d+)\/\d+\D+([\d.]+)$/.exec(wanted ?? label) ?? []
    return Math.abs(rim - Number(ownRim)) * 100 + Math.abs(width - Number(ownWidth))
  }
  return sizes
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, NEAR_SIZES)
    .map((size) => ({ kind: 'size', line: sizeLine(size) }))
}
