/**
 * Parses a search term (C9) into listing filters, such as sizes, brands and models, and the remaining words, and
 * corrects the spelling of names.
 */

import { optionSlug } from '../finder/option-slug.ts'
import type { ChoiceFilter, ListingQuery } from '../listing/listing.ts'
import { atLeast } from '../product/minimum-filter.ts'
import { CONDITIONS, SEASONS } from '../product/product.ts'
import { loadCapacity } from '../sizes/load-index.ts'
import { speedInMph } from '../sizes/speed-symbol.ts'
import { STOP_WORDS, splitWords } from './search.ts'
import { extractSizes, sizeKey, type TypedSize } from './search-size.ts'
import { nearestWord } from './search-spelling.ts'

export interface NamedOption {
  label: string
  slug: string
}

/** The names of products in stock. */
export interface Vocabulary {
  sizes: readonly (NamedOption & { rim: number; count: number })[]
  brands: readonly NamedOption[]
  /** `brand` is the brand's slug; two brands may have models of the same name. */
  models: readonly (NamedOption & { brand: string })[]
}

interface ParsedSearchTerm {
  /** Filters that the term names. */
  choices: ListingQuery['choices']
  /** The remaining words in their order. */
  rest: string[]
}

type Found = readonly [filter: ChoiceFilter, value: string][]
interface Phrase {
  words: readonly string[]
  found: Found
}

const phrase = (text: string, ...found: Found): Phrase => ({ words: text.split(' '), found })

const FIXED_PHRASES: readonly Phrase[] = [
  ...CONDITIONS.map((name) => phrase(name.toLowerCase(), ['condition', optionSlug(name)])),
  ...['retreads', 'retreaded', 'recap', 'recaps'].map((word) => phrase(word, ['condition', 'retread'])),
  phrase('brand new', ['condition', 'new']),
  phrase('second hand', ['condition', 'used']),
  ...SEASONS.map((name) => phrase(name.toLowerCase(), ['seasons', optionSlug(name)])),
  ...['all season', 'allseason', 'allseasons'].map((text) => phrase(text, ['seasons', 'all-seasons'])),
  ...['winters', 'snow'].map((word) => phrase(word, ['seasons', 'winter'])),
  ...['summers'].map((word) => phrase(word, ['seasons', 'summer'])),
  ...['run flat', 'run flats', 'runflat', 'runflats'].map((text) => phrase(text, ['run_flat', '1'])),
  ...['single', 'singles'].map((word) => phrase(word, ['sets', 'single'])),
  ...['pair', 'pairs', 'pair of'].map((text) => phrase(text, ['sets', 'pairs'])),
  ...['set of 4', 'set of four', 'full set'].map((text) => phrase(text, ['sets', 'setOfFour'])),
]

/** Returns the brands and models of the catalog as phrases. A model of only one brand also sets the brand filter. */
function namePhrases({ brands, models }: Vocabulary): Phrase[] {
  const brandsByModel = new Map<string, Set<string>>()
  for (const { slug: model, brand } of models) {
    brandsByModel.set(model, (brandsByModel.get(model) ?? new Set()).add(brand))
  }
  return [
    ...brands.map(
      ({ label, slug: brand }): Phrase => ({ words: splitWords(label), found: [['brand', brand]] }),
    ),
    ...models.map(({ label, slug: model, brand }): Phrase => {
      const only = brandsByModel.get(model)?.size === 1
      const own: Found = [['model', model]]
      return { words: splitWords(label), found: only ? [['brand', brand], ...own] : own }
    }),
  ]
}

/** Finds phrases in the words, longer phrases first, and replaces their words by `null`. */
function takePhrases(words: (string | null)[], phrases: readonly Phrase[]): Found {
  const found: [ChoiceFilter, string][] = []
  const longestFirst = phrases
    .filter((known) => known.words.length > 0)
    .toSorted((a, b) => b.words.length - a.words.length)
  for (const known of longestFirst) {
    for (let at = 0; at + known.words.length <= words.length; at += 1) {
      if (!known.words.every((word, index) => words[at + index] === word)) continue
      words.fill(null, at, at + known.words.length)
      found.push(...known.found)
    }
  }
  return found
}

const RIM = /^\d{2}(?:\.5)?$/
const RIM_WORDS = new Set(['in', 'inch', 'inches', 'rim', 'rims', 'wheel', 'wheels'])

/**
 * Finds rims in stock: `17 inch`, `17in`, `r17`, `rim 17`, and `17` where `isBeside` means that the term has other
 * names.
 */
function takeRims(words: (string | null)[], { sizes }: Vocabulary, isBeside: boolean): Found {
  const stocked = new Set(sizes.map(({ rim }) => String(rim)))
  const found: [ChoiceFilter, string][] = []
  const take = (rim: string | undefined, from: number, to: number) => {
    if (!rim || !stocked.has(rim)) return
    words.fill(null, from, to + 1)
    found.push(['rim', rim])
  }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const next = words[at + 1] ?? ''
    take(/^(\d{2}(?:\.5)?)(?:in|inch|inches)$/.exec(word)?.[1], at, at)
    take(/^z?r(\d{2}(?:\.5)?)$/.exec(word)?.[1], at, at)
    if (RIM.test(word) && RIM_WORDS.has(next)) take(word, at, at + 1)
    else if (RIM.test(word) && isBeside) take(word, at, at)
    if (/^rims?$/.test(word) && RIM.test(next)) take(next, at, at + 1)
  }
  return found
}

/** Load range after a size; ignored, because the load index has the same meaning. */
const LOAD_RANGE = /^(?:xl|sl|hl|rf|rft|lr[b-n]|[b-n])$/

/** Parses load index and speed symbol after a size: `94w`, `121/118 s`. Stronger and faster tires match too. */
function takeService(words: (string | null)[]): Found {
  const found: [ChoiceFilter, string][] = []
  for (const [at, word] of words.entries()) {
    const [, load, joined] = /^(\d{2,3})([a-z])?$/.exec(word ?? '') ?? []
    const next = words[at + 1] ?? ''
    if (!load || loadCapacity(Number(load)) === null || /^\d{2,3}[a-z]?$/.test(next)) continue
    const symbol = joined ?? (/^[a-z]$/.test(next) ? next : '')
    const isSpeed = speedInMph(symbol) !== null
    if (joined && !isSpeed) continue
    // 121 of 121/118 is the index for a single tire.
    const first = /^\d{2,3}$/.exec(words[at - 1] ?? '')?.[0]
    words.fill(null, first ? at - 1 : at, at + (isSpeed && !joined ? 2 : 1))
    found.push(['tire_load', atLeast(first ?? load)])
    if (isSpeed) found.push(['tire_speed', atLeast(symbol)])
    break
  }
  for (const [at, word] of words.entries()) if (LOAD_RANGE.test(word ?? '')) words[at] = null
  return found
}

/** Returns the slug of the typed size in stock, which may have another construction; `null` when it is not in stock. */
function stockedSize({ keys, slug: typed }: TypedSize, { sizes }: Vocabulary): string | null {
  const exact = sizes.find((size) => size.slug === typed)
  const near = keys.map((key) => sizes.find((size) => sizeKey(size.slug) === key))
  return (exact ?? near.find((size) => size !== undefined))?.slug ?? null
}

/** Parses a term. Sizes out of stock are recognized too, because their pages show similar sizes. */
export function parseSearchTerm(term: string, vocabulary: Vocabulary): ParsedSearchTerm {
  const { sizes, rest } = extractSizes(term)
  const words: (string | null)[] = splitWords(rest.replace(/(\d)\s?(?:"|”|″|'')/g, '$1 inch '))
  const named: Found = [
    ...sizes.map((size): Found[number] => ['size', stockedSize(size, vocabulary) ?? size.slug]),
    ...takePhrases(words, namePhrases(vocabulary)),
    ...takePhrases(words, FIXED_PHRASES),
  ]
  const found: Found = [
    ...named,
    ...(sizes.length > 0 ? takeService(words) : []),
    ...takeRims(words, vocabulary, sizes.length === 0 && named.length > 0),
  ]
  const choices: Partial<Record<ChoiceFilter, string[]>> = {}
  for (const [filter, value] of found) choices[filter] = [...new Set([...(choices[filter] ?? []), value])]
  const remaining = words.filter((word): word is string => word !== null && !STOP_WORDS.has(word))
  return { choices, rest: remaining }
}

/** Common words that are known besides the names, so that a misspelling is corrected. */
const COMMON_WORDS = ['winter', 'summer', 'season', 'retread']

/** Replaces every unknown word by the nearest name; `null` when no word was replaced. Words without a near name stay. */
export function applySpellingCorrection(term: string, vocabulary: Vocabulary): string | null {
  const { rest } = parseSearchTerm(term, vocabulary)
  const labels = [...vocabulary.brands, ...vocabulary.models].flatMap(({ label }) => label.split(/\s+/))
  const known = new Map([...labels, ...COMMON_WORDS].map((label) => [splitWords(label)[0] ?? '', label]))
  let corrected = term
  for (const word of rest) {
    const correction = known.get(nearestWord(word, [...known.keys()]) ?? '')
    if (correction) corrected = replaceWord(corrected, word, correction)
  }
  return corrected === term ? null : corrected
}

function replaceWord(term: string, word: string, correction: string): string {
  return term
    .split(/([\p{L}\p{N}\p{M}.]+)/u)
    .map((part) => (splitWords(part).join(' ') === word ? correction : part))
    .join('')
}

/** Filters with landing pages, the most specific first (A2). */
const LEADING = ['size', 'brand', 'condition', 'rim', 'seasons'] as const

/** Returns the filter whose landing page shows the results; the other filters narrow the results there. */
export function leadingFilter(choices: ListingQuery['choices']): (typeof LEADING)[number] | null {
  return LEADING.find((filter) => choices[filter]?.length === 1) ?? null
}
