/** GET /api/ext/suggest?q=: suggests sizes, brands, models, cars and tires while the shopper types. */
import { type Context, Hono } from 'hono'
import { CHOICE_FILTERS, type ChoiceFilter, EMPTY_QUERY } from '../../../schema/catalog/listing/listing.ts'
import { normalizeSearchText } from '../../../schema/catalog/listing/listing-url.ts'
import { priceByTire } from '../../../schema/catalog/price/price.ts'
import type { Offer } from '../../../schema/catalog/product/product.ts'
import { defaultVariant } from '../../../schema/catalog/product/variant.ts'
import { isLongEnough, TOO_SHORT } from '../../../schema/catalog/search/search.ts'
import { type NameSuggestion, suggestNames } from '../../../schema/catalog/search/search-suggest.ts'
import { applySpellingCorrection, type Vocabulary } from '../../../schema/catalog/search/search-term.ts'
import {
  MAX_SUGGESTIONS,
  type Suggestion,
  type SuggestionGroup,
  type Suggestions,
} from '../../../schema/catalog/search/suggest.api.ts'
import { productTitle } from '../../../schema/catalog/sizes/tire-text.ts'
import { fittingTire } from '../../../schema/catalog/vehicle/fitment.ts'
import { findMisspelledVehicles, findVehiclesInTerm } from '../../../schema/catalog/vehicle/search-vehicle.ts'
import { productHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { formatMoney } from '../../../schema/platform/money.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { productPicture } from '../images/product-picture.ts'
import type { Catalog } from '../index/catalog.ts'
import { getCatalog } from '../index/request-catalog.ts'
import { chosenLabel } from '../listing/filter-text.ts'
import { findOffersById } from '../product/product.sql.ts'
import { findNamedCars } from '../vehicle/search-vehicles.ts'
import { listingQueryHref, withSearchTimeout } from './search-redirect.ts'
import { searchText } from './text-search.sql.ts'
import { getVocabulary } from './vocabulary.ts'

/**
 * Seconds for which replies are cached, here and in the browser; a sold tire is suggested at most this long.
 */
const CACHE_SECONDS = 30
/** Number of best matches of which the tires in stock are suggested. */
const CANDIDATES = 200
/** Suggestions that names leave free for tires. */
const MIN_TIRES = 3

export const extSuggestApi = new Hono<AppEnv>().get('/suggest', async (c) => {
  const term = normalizeSearchText(c.req.query('q') ?? '').toLowerCase()
  if (!isLongEnough(term)) return reply(c, 400, TOO_SHORT)
  const found = await withSearchTimeout(cachedReply(c, await getCatalog(c), term), 'suggest')
  if (found === null) return reply(c, 503, 'The search took too long. Try again.')
  return found
})

async function cachedReply(c: Context<AppEnv>, catalog: Catalog, term: string): Promise<Response> {
  const state = encodeURIComponent(catalog.productsVersion)
  const key = `https://suggest.invalid/${state}?q=${encodeURIComponent(term)}`
  const stored = await caches.default.match(key)
  if (stored) return new Response(stored.body, stored)
  const response = reply(c, 200, await suggest(c.env.DB, catalog, term))
  response.headers.set('Cache-Control', `public, max-age=${CACHE_SECONDS}`)
  c.executionCtx.waitUntil(caches.default.put(key, response.clone()))
  return response
}

/** Returns the suggestions for a term, or for its corrected spelling where the term has none. */
async function suggest(db: D1Database, catalog: Catalog, term: string): Promise<Suggestions> {
  const vocabulary = await getVocabulary(catalog)
  const groups = await groupsFor(db, catalog, vocabulary, term)
  if (groups.length > 0) return { groups, meant: null }
  const meant = applySpellingCorrection(term, vocabulary)
  if (meant) return { groups: await groupsFor(db, catalog, vocabulary, meant), meant }
  const cars = await carsFor(db, catalog, term, findMisspelledVehicles)
  return { groups: cars.length > 0 ? [{ label: 'Cars', items: cars }] : [], meant: null }
}

async function groupsFor(
  db: D1Database,
  catalog: Catalog,
  vocabulary: Vocabulary,
  term: string,
): Promise<SuggestionGroup[]> {
  const [named, cars, tires] = await Promise.all([
    namesFor(catalog, vocabulary, term),
    carsFor(db, catalog, term),
    tiresFor(db, catalog, term, suggestedSizes(term, vocabulary)),
  ])
  const names = named.slice(0, MAX_SUGGESTIONS - MIN_TIRES - cars.length)
  const namesOf = (wanted: NameSuggestion['kind']) =>
    names.flatMap(({ kind, suggestion }) => (kind === wanted ? [suggestion] : []))
  const groups: [label: string, items: Suggestion[]][] = [
    ['Sizes', namesOf('size')],
    ['Brands', namesOf('brand')],
    ['Models', namesOf('model')],
    ['Cars', cars],
    ['Tires', tires.slice(0, MAX_SUGGESTIONS - names.length - cars.length)],
  ]
  return groups.filter(([, items]) => items.length > 0).map(([label, items]) => ({ label, items }))
}

interface Named {
  kind: NameSuggestion['kind']
  suggestion: Suggestion
}

/** Returns the matching names in stock, each with its number of tires. */
async function namesFor(
  { listing, options }: Catalog,
  vocabulary: Vocabulary,
  term: string,
): Promise<Named[]> {
  const names = suggestNames(term, vocabulary)
  const counts = await listing.count(names.map(({ choices }) => ({ ...EMPTY_QUERY, choices })))
  return names.flatMap(({ kind, label, choices }, index): Named[] => {
    const count = counts[index] ?? 0
    if (count === 0) return []
    // The label of a model begins with its brand; all other choices follow after a comma.
    const labels = (filter: ChoiceFilter) =>
      (choices[filter] ?? []).map((value) => chosenLabel(filter, value, options))
    const own = kind === 'model' ? [...labels('brand'), label] : [label]
    const ownFilters: ChoiceFilter[] = kind === 'model' ? ['model', 'brand'] : [kind]
    const others = CHOICE_FILTERS.filter((filter) => !ownFilters.includes(filter)).flatMap(labels)
    const suggestion = {
      label: [own.join(' '), ...others].join(', '),
      href: listingQueryHref(choices),
      note: formatQuantity(count, 'tire'),
      picture: null,
    }
    return [{ kind, suggestion }]
  })
}

async function carsFor(
  db: D1Database,
  { version }: Catalog,
  term: string,
  find = findVehiclesInTerm,
): Promise<Suggestion[]> {
  const cars = await findNamedCars(db, version, term, find)
  return cars.map((car) => ({ ...car, note: 'Tires that fit', picture: null }))
}

/** Returns the sizes of an unfinished term: the text search also finds its digits in other numbers of a tire. */
function suggestedSizes(term: string, vocabulary: Vocabulary): string[] {
  return suggestNames(term, vocabulary).flatMap(({ kind, slug }) => (kind === 'size' ? [slug] : []))
}

async function tiresFor(
  db: D1Database,
  { listing }: Catalog,
  term: string,
  sizes: readonly string[],
): Promise<Suggestion[]> {
  const { ids } = await searchText(db, term, CANDIDATES)
  if (ids.length === 0) return []
  const best = await listing.find(
    {
      ...EMPTY_QUERY,
      within: ids,
      sort: 'relevance',
      size: MAX_SUGGESTIONS,
      choices: sizes.length > 0 ? { size: [...sizes] } : {},
    },
    [],
  )
  const offers = await findOffersById(db, best.ids)
  return offers.map((offer) => toSuggestion(offer, Date.now()))
}

function toSuggestion(offer: Offer, now: number): Suggestion {
  const { product, rating } = offer
  const { tire } = product
  const price = formatMoney(priceByTire(defaultVariant(offer) ?? product, now))
  return {
    label: tire
      ? `${productTitle(product)} ${tire.size}, ${tire.condition.toLowerCase()}`
      : productTitle(product),
    href: productHref(product),
    note: [tire ? `${price} per tire` : price, rating && `${rating.average.toFixed(1)} ★ (${rating.count})`]
      .filter(Boolean)
      .join(', '),
    picture: tire ? (productPicture(product)?.src ?? null) : null,
    ...(tire ? { tire: fittingTire(tire) } : {}),
  }
}
