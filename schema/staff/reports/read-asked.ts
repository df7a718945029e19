/**
 * Reads from the address of a list what a shopper asked for (H14s). The address comes from a browser: only sizes that exist, known
 * filters and plain words are counted, and nothing that could name a person.
 */
import { LANDING_ROUTES } from '../../catalog/landing/landing.ts'
import type { ChoiceFilter } from '../../catalog/listing/listing.ts'
import { listingSearch, parseListingUrl, parseSearchUrl } from '../../catalog/listing/listing-url.ts'
import { CONDITIONS } from '../../catalog/product/product.ts'
import { isLongEnough, STOP_WORDS, splitWords } from '../../catalog/search/search.ts'
import { extractSizes } from '../../catalog/search/search-size.ts'
import { formatTireSize, parseTireSize, sizeSlug } from '../../catalog/sizes/tire-size.ts'
import { parseFitValue } from '../../catalog/vehicle/fit-value.ts'
import { optionSlug } from '../../paths.ts'

/** What a list without results was asked for. */
export interface Miss {
  /** The term as the shop reads it. */
  words: string
  /** The filters as the query of a list. */
  filters: string
  /** The term as it was typed. */
  typed: string
}

export interface Asked {
  /** Slugs, each once. */
  sizes: string[]
  miss: Miss | null
}

const SEARCH = '/search'
const CONDITION_SLUGS = CONDITIONS.map(optionSlug)
const MAX_WORDS = 8
/** Names of models and sizes are shorter; addresses, keys and numbers of people are not. */
const PLAIN_WORD = /^(?:\p{L}{1,20}|(?=.{1,10}$)\p{L}{0,4}\d{1,4}(?:\.\d{1,2})?\p{L}{0,4})$/u
const SLUG = /^[a-z0-9][a-z0-9.-]{0,60}$/

/** The address of a list in its parts, and whether the list was empty. */
interface ListAddress {
  pathname: string
  params: readonly (readonly [name: string, value: string])[]
  isEmpty: boolean
}

/** Returns what the list at an address was asked for. */
export function readAsked({ pathname, params, isEmpty }: ListAddress): Asked {
  const isSearch = pathname.replace(/\/$/, '') === SEARCH
  const query = isSearch ? parseSearchUrl(params) : parseListingUrl(readBase(pathname), params)
  const term = query.text ?? ''
  const { sizes: typedSizes, rest } = extractSizes(term)
  const sizes = [
    ...typedSizes.map(({ slug }) => slug),
    ...(query.choices.size ?? []).map((value) => parseFitValue(value)?.sizeSlug ?? toSize(value) ?? ''),
  ].filter(Boolean)
  if (!isEmpty || (isSearch && !isLongEnough(term))) return { sizes: unique(sizes), miss: null }
  const { text: _, ...listing } = query
  const filters = listingSearch({ ...listing, sort: DEFAULT.sort, start: 0 })
  return {
    sizes: unique(sizes),
    miss: toMiss(term, { labels: typedSizes.map(({ label }) => label), rest, filters }),
  }
}

const DEFAULT = parseListingUrl({}, [])
const unique = (values: readonly string[]) => [...new Set(values)]

/** Returns the slug of a size as the catalog writes it; `null` for another text. */
function toSize(value: string): string | null {
  const size = parseTireSize(value)
  return size && sizeSlug(formatTireSize(size))
}

/** Returns the filters of a landing's path: `/t/s/225-45r17/used` is a size and a condition. */
function readBase(pathname: string): Partial<Record<ChoiceFilter, string[]>> {
  const steps = pathname.replace(/^\/|\/$/g, '').split('/')
  const [first, second] = steps.slice(2).filter((step) => SLUG.test(step))
  const route = steps.slice(0, 2).join('/')
  if (!first) return {}
  switch (route) {
    case LANDING_ROUTES.size.alias: {
      const size = toSize(first)
      const narrowed = second && { [CONDITION_SLUGS.includes(second) ? 'condition' : 'brand']: [second] }
      return size ? { size: [size], ...narrowed } : {}
    }
    case LANDING_ROUTES.brand.alias:
      return { brand: [first], ...(second && { model: [second] }) }
    case LANDING_ROUTES.condition.alias:
      return { condition: [first] }
    case LANDING_ROUTES.rim.alias:
      return { rim: [first] }
    case LANDING_ROUTES.season.alias:
      return { seasons: [first] }
    default:
      return {}
  }
}

/** Leaves out a term with words that no tire has, and a question without words and filters. */
function toMiss(
  term: string,
  { labels, rest, filters }: { labels: readonly string[]; rest: string; filters: string },
): Miss | null {
  const words = splitWords(rest).filter((word) => !STOP_WORDS.has(word))
  const isPlain =
    words.length <= MAX_WORDS && words.every((word) => PLAIN_WORD.test(word)) && !term.includes('@')
  const isNumber = words.filter((word) => /^\d+$/.test(word)).join('').length > 6
  if (!isPlain || isNumber) return filters === '' ? null : { words: '', filters, typed: '' }
  const read = [...labels, ...words].join(' ')
  return read === '' && filters === '' ? null : { words: read, filters, typed: term.toLowerCase() }
}
