/** Suggests sizes, brands and models of the catalog for an unfinished search term. */
import type { ListingQuery } from '../listing/listing.ts'
import { splitWords } from './search.ts'
import { sizeKey } from './search-size.ts'
import { type NamedOption, parseSearchTerm, type Vocabulary } from './search-term.ts'

export interface NameSuggestion extends NamedOption {
  kind: 'size' | 'brand' | 'model'
  /** The filters of the suggestion and of the rest of the term. */
  choices: ListingQuery['choices']
}

const MAX_SUGGESTIONS_EACH = { size: 3, brand: 2, model: 2 } as const

/**
 * Matches the beginning of a size at the end of a term: `225/4`, `halden 225 45`, `2254`, `lt245`, `31x10`, `11r2`. A
 * single character class after the start avoids backtracking.
 */
const PARTIAL_SIZE =
  /(?:^|\s)((?:(?:p|lt|st|t)?\s?\d{3}|\d\d(?:\.\d+)?x|\d{1,2}(?:\.\d+)?r)[\d\s/.xzrdbltc-]*)$/i

/** Returns the beginning of a `sizeKey`; `10.5` becomes `10.50` when a construction letter follows. */
function partialSizeKey(partial: string): string {
  const bare = partial.toLowerCase().replace(/^p|\s|\//g, '')
  return sizeKey(bare.replace(/x(\d+\.\d)(?=r)/, 'x$10'))
}

/** Suggests sizes, the largest stock first; then brands and models in the catalog's order. */
export function suggestNames(term: string, vocabulary: Vocabulary): NameSuggestion[] {
  const { choices, rest } = parseSearchTerm(term, vocabulary)
  const partial = choices.size ? null : (PARTIAL_SIZE.exec(term)?.[1] ?? null)
  const key = partial === null ? '' : partialSizeKey(partial)
  // Numbers of an unfinished size are not words.
  const numbers = new Set(partial === null ? [] : splitWords(partial))
  const words = rest.filter((word) => !numbers.has(word))
  const matchesWords = (label: string) => {
    const own = splitWords(label)
    return words.every((word) => own.some((other) => other.startsWith(word)))
  }

  const sizes = vocabulary.sizes
    .filter(({ slug }) =>
      key === ''
        ? choices.size?.includes(slug)
        : words.length === 0 && [sizeKey(slug), slug.replace(/\D/g, '')].some((own) => own.startsWith(key)),
    )
    .toSorted((a, b) => b.count - a.count)
  const hasName = words.length > 0 || choices.brand || choices.model
  const brands = vocabulary.brands.filter(
    ({ label, slug }) =>
      hasName &&
      !choices.model &&
      (choices.brand ? words.length === 0 && choices.brand.includes(slug) : matchesWords(label)),
  )
  const models = vocabulary.models.filter(({ label, slug, brand }) => {
    if (!hasName || (choices.brand && !choices.brand.includes(brand))) return false
    if (choices.model) return words.length === 0 && choices.model.includes(slug)
    const name = vocabulary.brands.find((known) => known.slug === brand)?.label ?? ''
    return matchesWords(`${name} ${label}`) && (choices.brand !== undefined || !matchesWords(name))
  })
  const suggest = <Option extends NamedOption>(
    kind: NameSuggestion['kind'],
    options: readonly Option[],
    filtersOf: (option: Option) => ListingQuery['choices'],
  ) =>
    options.slice(0, MAX_SUGGESTIONS_EACH[kind]).map((option): NameSuggestion => {
      const { label, slug } = option
      return { kind, label, slug, choices: { ...choices, ...filtersOf(option) } }
    })
  return [
    ...suggest('size', sizes, ({ slug }) => ({ size: [slug] })),
    ...suggest('brand', brands, ({ slug }) => ({ brand: [slug] })),
    ...suggest('model', models, ({ slug, brand }) => ({ brand: [brand], model: [slug] })),
  ]
}
