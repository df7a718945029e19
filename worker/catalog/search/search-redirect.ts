/** Addresses of searches and of the landings that they lead to, and the time limit of a search. */
import { EMPTY_QUERY, type ListingQuery } from '../../../schema/catalog/listing/listing.ts'
import { type ListingBase, listingHref } from '../../../schema/catalog/listing/listing-url.ts'
import { SERVER_TIMEOUT_MS } from '../../../schema/catalog/search/search.ts'
import { leadingFilter } from '../../../schema/catalog/search/search-term.ts'
import { describeError } from '../../platform/security/log-redaction.ts'

/** The path of the landings of each leading filter. */
const LANDINGS = { size: '/t/s', brand: '/t/b', condition: '/t/c', rim: '/t/r', seasons: '/t/z' } as const

/** Returns the address of the landing of a query's leading filter, narrowed by the other filters. */
export function listingQueryHref(choices: ListingQuery['choices']): string {
  const filter = leadingFilter(choices)
  const value = filter && choices[filter]?.[0]
  const base: ListingBase = filter && value ? { [filter]: [value] } : {}
  const path = filter && value ? `${LANDINGS[filter]}/${value}` : '/t'
  return listingHref(path, { ...EMPTY_QUERY, choices }, base)
}

/** Returns the address of a search for `term`. */
export function searchHref(term: string): string {
  return listingHref('/search', { ...EMPTY_QUERY, text: term, sort: 'relevance' })
}

/**
 * Waits for `work` and returns its result; returns `null` and logs the reason when the work fails or exceeds
 * the time limit of a search. `what` names the work in the log.
 */
export async function withSearchTimeout<Result>(work: Promise<Result>, what: string): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), SERVER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } catch (error) {
    console.error('search failed', what, describeError(error))
    return null
  } finally {
    clearTimeout(timer)
  }
}
