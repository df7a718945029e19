/** GET /search?q=: what a term names leads to its page; all other words are a list of what they find. */
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
import { resolveVehicle } from '../../../schema/catalog/vehicle/search-vehicle.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { IndexLine } from '../finder/index-list.tsx'
import type { Catalog } from '../index/catalog.ts'
import { knownValues } from '../index/filter-options.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { facetsFor, type Landing } from '../landing/landing.ts'
import { suggestRemovingFilters } from '../listing/empty-listing-suggestions.ts'
import { priceMarks } from '../listing/filter-range.tsx'
import { ListingPage, type ListingProps } from '../listing/listing-view.tsx'
import { findOffer, findOffersById } from '../product/product.sql.ts'
import { cardPieces } from '../product/product-card.tsx'
import { getVehicleVocabulary, namedCarHref } from '../vehicle/search-vehicles.ts'
import { findByNumber } from './find-by-number.sql.ts'
import { listingQueryHref, withSearchTimeout } from './search-redirect.ts'
import { suggestSearches, suggestSizes } from './search-suggestions.ts'
import { DidYouMean, NothingFound, SearchTimedOut, type SuggestedSearch, TooShort } from './search-view.tsx'
import { searchText } from './text-search.sql.ts'
import { getVocabulary } from './vocabulary.ts'

const FACETS = facetsFor({})

export const searchPages = new Hono<AppEnv>().get('/search', async (c) => {
  // Every query is another address: such pages are rendered per request and never cached.
  c.header('Cache-Control', 'private, no-store')
  const { searchParams } = new URL(c.req.url)
  const asked = parseSearchUrl(searchParams).text ?? ''
  if (!isLongEnough(asked)) return page(c, asked, <TooShort asked={asked} />)
  const answer = await withSearchTimeout(answerTo(c, await getCatalog(c), searchParams), 'page')
  if (answer === null) {
    c.header('Retry-After', '1')
    return page(c, asked, <SearchTimedOut href={listingHref('/search', parseSearchUrl(searchParams))} />, 503)
  }
  if (answer.kind === 'place') return c.redirect(answer.href, 302)
  if (answer.kind === 'nothing') return page(c, asked, <NothingFound {...answer} />)
  return contentPage(c, {
    ...HEAD,
    title: `Search for ${asked}`,
    breadcrumbs: answer.list.landing.crumbs,
    kind: 'listing',
    body: (
      <ListingPage
        {...answer.list}
        top={answer.meant === null ? null : <DidYouMean asked={asked} meant={answer.meant} />}
      />
    ),
  })
})

const HEAD = { description: 'Search by size, brand, model or part number.', canonical: null }
const CRUMBS = [{ label: 'Home', href: paths.home }, { label: 'Search' }]

function page(c: Context<AppEnv>, asked: string, body: React.ReactNode, status?: 503): Promise<Response> {
  return contentPage(c, {
    ...HEAD,
    title: asked ? `Search for ${asked}` : 'Search',
    breadcrumbs: CRUMBS,
    kind: 'search',
    ...(status ? { status } : {}),
    body: (
      <div className="wrap search-page">
        <h1 className="t-64">{asked ? headingOf(asked) : 'Search'}</h1>
        {body}
      </div>
    ),
  })
}

/** The words in quotes; a term that was typed in quotes has them already. */
function headingOf(asked: string): string {
  return `"${quoteFtsTerm(asked) ?? asked}"`
}

type Answer =
  | { kind: 'place'; href: string }
  | { kind: 'nothing'; near: SuggestedSearch[]; sizes: IndexLine[] }
  | { kind: 'list'; list: ListingProps; meant: string | null }

async function answerTo(c: Context<AppEnv>, catalog: Catalog, given: URLSearchParams): Promise<Answer> {
  const query = parseSearchUrl(given, knownValues(catalog.options))
  const typed = query.text ?? ''
  const exact = quoteFtsTerm(typed)
  const term = exact ?? typed
  const vocabulary = await getVocabulary(catalog)
  // A list that is being narrowed stays where it is.
  const isNew = listingParams(query).length === 1
  const place = isNew && exact === null ? await placeOf(c.env.DB, catalog, term, vocabulary) : null
  if (place !== null) return { kind: 'place', href: place }

  let found = await searchText(c.env.DB, term, SEARCH_LIMIT)
  const meant = found.ids.length > 0 || exact !== null ? null : applySpellingCorrection(term, vocabulary)
  if (meant !== null) found = await searchText(c.env.DB, meant, SEARCH_LIMIT)
  const asked = { ...query, within: found.ids }
  const result = await catalog.listing.find(asked, FACETS)
  const last = Math.max(0, Math.ceil(result.total / PAGE_SIZE) - 1) * PAGE_SIZE
  if (query.start > last) return { kind: 'place', href: listingHref('/search', { ...query, start: last }) }
  const list = await listOf(c, catalog, asked, result)
  if (list.cards.length === 0 && isNew) {
    const near = await suggestSearches(c.env.DB, catalog, vocabulary, term)
    return { kind: 'nothing', near, sizes: suggestSizes(term, await catalog.sizes()) }
  }
  return { kind: 'list', list, meant }
}

/** The page that the whole term names; `null` when some of its words name nothing. */
async function placeOf(
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

async function listOf(
  c: Context<AppEnv>,
  catalog: Catalog,
  query: ListingQuery,
  result: ListingResult,
): Promise<ListingProps> {
  const { version, options, listing } = catalog
  const landing: Landing = {
    path: '/search',
    base: {},
    heading: headingOf(query.text ?? ''),
    huge: false,
    title: `Search for ${query.text}`,
    measure: '',
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
    priceMarks: await priceMarks(listing, query),
  }
}
