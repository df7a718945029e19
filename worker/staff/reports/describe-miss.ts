/** Puts the filters of a question without result into words, and leads to its list (H14s). */

import { RANGE_FILTERS, type RangeFilter } from '../../../schema/catalog/listing/listing.ts'
import { formatRange } from '../../../schema/catalog/listing/listing-filters.ts'
import { ownChoices, parseListingUrl } from '../../../schema/catalog/listing/listing-url.ts'
import type { MissRow } from '../../../schema/staff/reports/report-columns.ts'
import { chosenLabel } from '../../catalog/listing/filter-text.ts'

const NO_OPTIONS = { labels: new Map(), smart: [] }

/** Formats the query of a list: `Used, 225/45R17, 8/32 in or more`. */
export function describeFilters(filters: string): string {
  const query = parseListingUrl({}, [...new URLSearchParams(filters)])
  const ranges = (Object.keys(RANGE_FILTERS) as RangeFilter[]).flatMap((filter) => {
    const range = query.ranges[filter]
    return range ? [formatRange(filter, range)] : []
  })
  const choices = ownChoices(query, {}).map(([filter, value]) => chosenLabel(filter, value, NO_OPTIONS))
  return [...choices, ...ranges].join(', ')
}

/** Returns the address of the list that was asked for. */
export function missHref({ words, filters }: Pick<MissRow, 'words' | 'filters'>): string {
  const query = [words && `q=${encodeURIComponent(words)}`, filters].filter(Boolean).join('&')
  return `${words ? '/search' : '/t'}?${query}`
}
