/** GET /search?q=: redirects to the page that the term names, or shows the list of matching products. */
import { type Context, Hono } from 'hono'
import { type ListingQuery, type ListingResult, PAGE_SIZE } from '../../../schema/catalog/listing/listing.ts'
import { listingHref, listingParams, parseSearchUrl } from '../../../schema/catalog/listing/listing-url.ts'
import type { Offer } from '../../../schema/catalog/product/product.ts'
import { isLongEnough, quoteFtsTerm, SEARCH_LIMIT } from '../../../schema/catalog/search/search.ts'
import {
  applySpellingCorrection,
  parseSearchTerm,
  type Vocabulary,
} from '../../../schema/catalog/search/search-term.ts'
import { findMisspelledVehicles, resolveVehicle } from '../../../schema/catalog/vehicle/search-vehicle.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { IndexLink } from '../finder/index-list.tsx'
import type { Catalog } from '../index/catalog.ts'
import { knownValues } from '../index/filter/filter-options.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { facetsFor, type Landing } from '../landing/landing.ts'
import { suggestRemovingFilters } from '../listing/empty-listing-suggestions.ts'
import { countPricePresets } from '../listing/filter-range.tsx'
import { type ListingProps, ListingView } from '../listing/listing-view.tsx'
import { findOffer, findOffersById } from '../product/product.sql.ts'
import { cardPieces } from '../product/product-card.tsx'
import {
  findNamedCars,
  getVehicleVocabulary,
  type NamedCar,
  namedCarHref,
} from '../vehicle/search-vehicles.ts'
import { findByNumber } from './find-by-number.sql.ts'
import { listingQueryHref, withSearchTimeout } from './search-redirect.ts'
import { suggestSearches, suggestSizes } from './search-suggestions.ts'
import { DidYouMean, NothingFound, SearchTimedOut, type SuggestedSearch, TooShort } from './search-view.tsx'
import { searchText } from './text-search.sql.ts'
import { getVocabulary } from './vocabulary.ts'

const FACETS = facetsFor({})

export const searchPages = new Hono<AppEnv>().get('/search', async (c) => {
  // Every query has its own address, so these pages are rendered per request and never cached.
  c.header('Cache-Control', 'private, no-store')
  const { searchParams } = new URL(c.req.url)
  const term = parseSearchUrl(searchParams).text ?? ''
  if (!isLongEnough(term)) return page(c, term, <TooShort term={term} />)
  const found = await withSearchTimeout(search(c, await getCatalog(c), searchParams), 'page')
  if (found === null) {
    c.header('Retry-After', '1')
    return page(c, term, <SearchTimedOut href={listingHref('/search', parseSearchUrl(searchParams))} />, 503)
  }
  if (found.kind === 'redirect') return c.redirect(found.href, 302)
  if (found.kind === 'nothing') return page(c, term, <NothingFound quotedTerm={quoted(term)} {...found} />)
  const { list, corrected } = found
  return contentPage(c, {
    ...HEAD,
    title: `Search for ${term}`,
    breadcrumbs: CRUMBS,
    kind: 'listing',
    body: (
      <ListingView
        {...list}
        top={corrected === null ? null : <DidYouMean term={term} corrected={corrected} />}
      />
    ),
  })
})

const HEAD = { description: 'Search by size, brand, model or part number.', canonical: null }
const CRUMBS = [{ label: 'Home', href: paths.home }, { label: 'Search' }]

function page(c: Context<AppEnv>, term: string, body: React.ReactNode, status?: 503): Promise<Response> {
  return contentPage(c, {
    ...HEAD,
    title: term ? `Search for ${term}` : 'Search',
    breadcrumbs: CRUMBS,
    kind: 'search',
    ...(status ? { status } : {}),
    body: (
      <div className="wrap search-page">
        <h1 className="t-64">{term ? quoted(term) : 'Search'}</h1>
        {body}
      </div>
    ),
  })
}

/** Returns the term in quotes, once even if the shopper typed the quotes. */
function quoted(term: string): string {
  return `"${quoteFtsTerm(term) ?? term}"`
}

type SearchResult =
  | { kind: 'redirect'; href: string }
  | { kind: 'nothing'; searches: SuggestedSearch[]; cars: NamedCar[]; sizes: IndexLink[] }
  | { kind: 'list'; list: ListingProps; corrected: string | null }

async function search(c: Context<AppEnv>, catalog: Catalog, params: URLSearchParams): Promise<SearchResult> {
  const query = parseSearchUrl(params, knownValues(catalog.options))
  const typed = query.text ?? ''
  const exact = quoteFtsTerm(typed)
  const term = exact ?? typed
  const vocabulary = await getVocabulary(catalog)
  // A search with filters shows its list and never redirects.
  const isNew = listingParams(query).length === 1
  const href = isNew && exact === null ? await findNamedPage(c.env.DB, catalog, term, vocabulary) : null
  if (href !== null) return { kind: 'redirect', href }

  let found = await searchText(c.env.DB, term, SEARCH_LIMIT)
  const corrected = found.ids.length > 0 || exact !== null ? null : applySpellingCorrection(term, vocabulary)
  if (corrected !== null) found = await searchText(c.env.DB, corrected, SEARCH_LIMIT)
  const narrowed = { ...query, within: found.ids }
  const result = await catalog.listing.find(narrowed, FACETS, ['condition'])
  const last = Math.max(0, Math.ceil(result.total / PAGE_SIZE) - 1) * PAGE_SIZE
  if (query.start > last) return { kind: 'redirect', href: listingHref('/search', { ...query, start: last }) }
  const list = await toListingProps(c, catalog, narrowed, result)
  if (list.result.ids.length === 0 && isNew) {
    const [searches, cars, sizes] = await Promise.all([
      suggestSearches(c.env.DB, catalog, vocabulary, term),
      findNamedCars(c.env.DB, catalog.version, term, findMisspelledVehicles),
      catalog.sizes(),
    ])
    return { kind: 'nothing', searches, cars, sizes: suggestSizes(term, sizes) }
  }
  return { kind: 'list', list, corrected }
}

/** Returns the address of the page that the whole term names; `null` when the term has unknown words. */
async function findNamedPage(
  db: D1Database,
  { version }: Catalog,
  term: string,
  vocabulary: Vocabulary,
): Promise<string | null> {
  const sku = await findByNumber(db, term)
  const offer = sku ? await findOffer(db, sku) : null
  if (offer && offer.product.visibility > 1) return productHref(offer.product)
  const { choices, rest } = parseSearchTerm(term, vocabulary)
  if (rest.length === 0) return listingQueryHref(choices)
  const car = resolveVehicle(term, await getVehicleVocabulary(db, version))
  return car && namedCarHref(car)
}

async function toListingProps(
  c: Context<AppEnv>,
  catalog: Catalog,
  query: ListingQuery,
  result: ListingResult,
): Promise<ListingProps> {
  const { version, options, listing } = catalog
  const landing: Landing = {
    path: '/search',
    base: {},
    heading: quoted(query.text ?? ''),
    isSizeHeading: false,
    title: `Search for ${query.text}`,
    dimensionsText: '',
    crumbs: CRUMBS,
    facets: FACETS,
  }
  const offers: Offer[] = await findOffersById(c.env.DB, result.ids)
  const suggestions = result.total === 0 ? await suggestRemovingFilters(catalog, landing, query) : []
  const cards = cardPieces({ offers, now: Date.now(), version, sets: query.choices.sets, eager: true })
  return {
    landing,
    query,
    result,
    options,
    cards,
    suggestions,
    pricePresets: await countPricePresets(listing, query),
  }
}
