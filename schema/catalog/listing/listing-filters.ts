/** Changes a listing query one filter at a time (C3). Each change returns to page 1. */
import { matchingKeys } from '../product/minimum-filter.ts'
import { parseFitValue } from '../vehicle/fit-value.ts'
import {
  type Bucket,
  type ChoiceFilter,
  defaultSort,
  type ListingQuery,
  RANGE_FILTERS,
  type Range,
  type RangeFilter,
  SINGLE_FILTERS,
  type Sort,
} from './listing.ts'
import { type ListingBase, ownChoices } from './listing-url.ts'

/** A chip: one active filter value or range that the shopper can remove. */
export type Chip =
  | { kind: 'choice'; filter: ChoiceFilter; value: string; label: string }
  | { kind: 'range'; filter: RangeFilter; label: string }

/** Checks whether a filter has at most one value. */
function isSingle(filter: ChoiceFilter): boolean {
  return SINGLE_FILTERS.includes(filter)
}

function withChoice(query: ListingQuery, filter: ChoiceFilter, values: readonly string[]): ListingQuery {
  const { [filter]: _dropped, ...others } = query.choices
  return { ...query, start: 0, choices: values.length > 0 ? { ...others, [filter]: values } : others }
}

/** Removes a selected value, replaces the value of a single-value filter, adds any other. */
export function toggleChoice(query: ListingQuery, filter: ChoiceFilter, value: string): ListingQuery {
  const chosen = query.choices[filter] ?? []
  if (chosen.includes(value)) {
    return withChoice(
      query,
      filter,
      chosen.filter((other) => other !== value),
    )
  }
  return withChoice(query, filter, isSingle(filter) ? [value] : [...chosen, value].sort())
}

/** Sets the sort order; choosing the current order resets it to the default. */
export function toggleSort(query: ListingQuery, sort: Sort): ListingQuery {
  return { ...query, start: 0, sort: query.sort === sort ? defaultSort(query) : sort }
}

/** Sets a range, or removes it with `null`. */
export function setRange(query: ListingQuery, filter: RangeFilter, range: Range | null): ListingQuery {
  const { [filter]: _dropped, ...others } = query.ranges
  return { ...query, start: 0, ranges: range ? { ...others, [filter]: range } : others }
}

/** Removes all values of a filter. */
export function removeFilter(query: ListingQuery, filter: ChoiceFilter | RangeFilter): ListingQuery {
  return isRange(filter) ? setRange(query, filter, null) : withChoice(query, filter, [])
}

/** Removes the filter value or range of a chip. */
export function removeChip(query: ListingQuery, chip: Chip): ListingQuery {
  return chip.kind === 'range'
    ? setRange(query, chip.filter, null)
    : toggleChoice(query, chip.filter, chip.value)
}

/** Removes all filters except the filters of the path; the sort order stays. */
export function clearAll(query: ListingQuery, base: ListingBase): ListingQuery {
  return { ...query, start: 0, choices: { ...base }, ranges: {} }
}

/** Sets a lower bound, or removes the current one when it is chosen again; the upper bound stays. */
export function toggleFrom(query: ListingQuery, filter: RangeFilter, from: number): ListingQuery {
  const { from: current = null, to = null } = query.ranges[filter] ?? {}
  const next = current === from ? null : from
  if (next === null && to === null) return setRange(query, filter, null)
  return setRange(query, filter, { from: next, to: next !== null && to !== null && to < next ? null : to })
}

/** Sets both bounds, or removes the current ones when they are chosen again. */
export function toggleRange(query: ListingQuery, filter: RangeFilter, range: Range): ListingQuery {
  const { from = null, to = null } = query.ranges[filter] ?? {}
  return setRange(query, filter, from === range.from && to === range.to ? null : range)
}

/** Returns the error message of a typed bound; `null` when it is valid. An empty field means no bound. */
export function rangeBoundError(filter: RangeFilter, text: string): string | null {
  const { min, max, step } = RANGE_FILTERS[filter]
  const value = Number(text)
  const fits = Number.isFinite(value) && value >= min && value <= max && Number.isInteger(value / step)
  if (text.trim() === '' || fits) return null
  return filter === 'tread_depth'
    ? `Tread is measured in 32nds of an inch: a number from ${min} to ${max} in steps of ${step}.`
    : `A price is whole dollars from ${min.toLocaleString('en-US')} to ${max.toLocaleString('en-US')}.`
}

/** Returns the active filters in display order, without the filters of `base`, which cannot be removed. */
export function activeChips(
  query: ListingQuery,
  base: ListingBase,
  labelOf: (filter: ChoiceFilter, value: string) => string,
): Chip[] {
  const choices = ownChoices(query, base).map(
    ([filter, value]): Chip => ({ kind: 'choice', filter, value, label: labelOf(filter, value) }),
  )
  const ranges = (Object.keys(RANGE_FILTERS) as RangeFilter[]).flatMap((filter): Chip[] => {
    const range = query.ranges[filter]
    return range ? [{ kind: 'range', filter, label: formatRange(filter, range) }] : []
  })
  return [...choices, ...ranges]
}

/** Formats a range: `4/32 in or more`, `$25 to $150`. */
export function formatRange(filter: RangeFilter, { from, to }: Range): string {
  const amount = (value: number) => (filter === 'tread_depth' ? `${value}/32 in` : `$${value}`)
  if (from !== null && to !== null) {
    return filter === 'tread_depth' ? `${from} to ${amount(to)}` : `${amount(from)} to ${amount(to)}`
  }
  return from !== null ? `${amount(from)} or more` : to !== null ? `up to ${amount(to)}` : ''
}

/**
 * Labels the buckets of the price filter in whole dollars (C5): the first and last bucket show `< upper` when they
 * have an upper bound, otherwise `> lower`; the others show `lower - upper`.
 */
export function priceBucketLabels(buckets: readonly Range[]): string[] {
  return buckets.map(({ from, to }, index) => {
    const isEnd = index === 0 || index === buckets.length - 1
    if (!isEnd && from !== null && to !== null) return `$${from} - $${to}`
    return to !== null ? `< $${to}` : `> $${from ?? 0}`
  })
}

/** Adds selected values that have no bucket, so that the shopper can see and remove them. */
export function withSelectedBuckets(
  filter: ChoiceFilter,
  buckets: readonly Bucket[],
  chosen: readonly string[],
  labelOf: (value: string) => string,
): Bucket[] {
  const keys = buckets.map(({ key }) => key)
  const countOf = (matching: readonly string[]) =>
    buckets.reduce((sum, { key, count }) => sum + (matching.includes(key) ? count : 0), 0)
  // What fits a car is no value of its own; its chip removes it.
  const missing = chosen.filter((value) => !keys.includes(value) && parseFitValue(value) === null)
  return [
    ...buckets,
    ...missing.map((key) => ({
      key,
      label: labelOf(key),
      count: countOf(matchingKeys(filter, key, keys)),
      minFinalPrice: null,
      minPriceByTire: null,
    })),
  ]
}

function isRange(filter: ChoiceFilter | RangeFilter): filter is RangeFilter {
  return filter in RANGE_FILTERS
}
