/** Texts of filters: headings of groups and labels of values. */

import type { Bucket, ChoiceFilter } from '../../../schema/catalog/listing/listing.ts'
import { atLeast, matchingKeys, parseMinimum } from '../../../schema/catalog/product/minimum-filter.ts'
import { speedLabel } from '../../../schema/catalog/product/product.ts'
import { RATING_STEPS } from '../../../schema/catalog/rating/model-rating.ts'
import { loadLabel } from '../../../schema/catalog/sizes/load-index.ts'
import { speedInMph } from '../../../schema/catalog/sizes/speed-symbol.ts'
import { formatTireSize, parseTireSize } from '../../../schema/catalog/sizes/tire-size.ts'
import { conditionLabel, seasonLabel } from '../../../schema/catalog/sizes/tire-text.ts'
import { parseFitValue } from '../../../schema/catalog/vehicle/fit-value.ts'
import type { FilterOptions } from '../index/listing-engine.ts'

export const FILTER_TITLES: Record<ChoiceFilter, string> = {
  condition: 'Condition',
  brand: 'Brand',
  model: 'Model',
  size: 'Size',
  rim: 'Rim diameter',
  rad: 'Construction',
  seasons: 'Season',
  sets: 'How many you need',
  made_year: 'Made since',
  run_flat: 'Run flat',
  tire_load: 'Load index',
  tire_speed: 'Speed rating',
  speed_rated: 'Top speed',
  rating: 'Rating',
  snow_marks: 'Snow marks',
  load_range: 'Load range',
  smart_filter: 'Looking for',
}

/** Plural names of filter values: "All 23 brands". */
export const FILTER_PLURALS: Partial<Record<ChoiceFilter, string>> = {
  brand: 'brands',
  model: 'models',
  size: 'sizes',
  rim: 'diameters',
  tire_load: 'load indexes',
  tire_speed: 'ratings',
  speed_rated: 'speeds',
  load_range: 'load ranges',
}

const SET_LABELS: Record<string, string> = { single: 'Single', pairs: 'Pair', setOfFour: 'Set of 4' }

const LOAD_LABELS: Record<string, string> = {
  sl: 'SL, standard load',
  xl: 'XL, extra load',
  ll: 'LL, light load',
}

/** Returns the label of a value; `text` is its label in the catalog. */
export function valueLabel(filter: ChoiceFilter, key: string, text: string): string {
  switch (filter) {
    case 'condition':
      return conditionLabel(text)
    case 'seasons':
      return seasonLabel(text)
    case 'sets':
      return SET_LABELS[key] ?? text
    case 'rim':
      return `${key} in`
    case 'made_year':
      return `Made in ${key}`
    case 'run_flat':
      return key === '1' ? 'Run flat' : 'Not run flat'
    case 'snow_marks':
      return key === '3pmsf' ? 'Severe snow (3PMSF)' : 'Mud and snow only (M+S)'
    case 'load_range':
      return LOAD_LABELS[key] ?? key.toUpperCase()
    case 'tire_load':
      return loadLabel(Number(key))
    case 'speed_rated':
      return speedLabel(key)
    case 'rating':
      return `${key} stars`
    case 'tire_speed': {
      const mph = speedInMph(key)
      return mph === null ? text : `${key.toUpperCase()}, ${mph} mph`
    }
    default:
      return text
  }
}

/** Returns the label of a value in a query, even if no product has the value. */
export function chosenLabel(filter: ChoiceFilter, key: string, { labels, smart }: FilterOptions): string {
  const min = parseMinimum(filter, key)
  if (min !== null && filter === 'rating') return `${min} stars and up`
  if (min !== null && filter === 'made_year') return `Made ${min} or later`
  if (min !== null) return `${valueLabel(filter, min, min)}, or ${filter === 'tire_load' ? 'more' : 'faster'}`
  const axle = filter === 'size' ? parseFitValue(key) : null
  if (axle) {
    const { sizeSlug, minLoad, minSpeed } = axle
    return `Fits ${labelFromKey(sizeSlug)} ${minLoad ?? ''}${minSpeed ?? ''}`.trimEnd()
  }
  const smartName = filter === 'smart_filter' ? smart.find(({ value }) => value === key)?.name : undefined
  const text = labels.get(filter)?.get(key)?.label ?? smartName
  return valueLabel(filter, key, text ?? labelFromKey(key))
}

/** Builds a label for a value without one: `driven-once` → `Driven once`, `225-45r17` → `225/45R17`. */
function labelFromKey(key: string): string {
  const size = parseTireSize(key)
  if (size) return formatTireSize(size)
  const words = key.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Ages of tires in years that the filter "Made since" offers, counted from the newest tire. */
const MADE_STEPS = [1, 2, 4, 6, 10] as const

/** Returns buckets such as "2022 or later" for counts by year; chosen values stay, the newest is first. */
export function madeSinceBuckets(byYear: readonly Bucket[]): readonly Bucket[] {
  const years = byYear.filter(({ key }) => parseMinimum('made_year', key) === null)
  const chosen = byYear.filter(({ key }) => parseMinimum('made_year', key) !== null)
  const newest = Math.max(...years.map(({ key }) => Number(key)))
  const steps = MADE_STEPS.map((age) => String(newest - age)).map((year): Bucket => {
    const since = years.filter(({ key }) => key >= year)
    return {
      key: atLeast(year),
      label: `${year} or later`,
      count: since.reduce((sum, { count }) => sum + count, 0),
      minFinalPrice: null,
      minPriceByTire: null,
    }
  })
  const total = years.reduce((sum, { count }) => sum + count, 0)
  const useful = steps.filter(({ key, count }, at) => {
    const isChosen = chosen.some((bucket) => bucket.key === key)
    return !isChosen && count > 0 && count < total && count !== steps[at - 1]?.count
  })
  const shown = chosen.map((bucket) => ({ ...bucket, label: bucket.label.replace(/^Made /, '') }))
  return [...useful, ...shown].sort((a, b) => (a.key < b.key ? 1 : -1))
}

/**
 * Returns the values of a filter as it shows them: loads and speeds ascending, values such as "94 or more" first; years as
 * "2022 or later"; other filters keep their order.
 */
export function sortBuckets(filter: ChoiceFilter, buckets: readonly Bucket[]): readonly Bucket[] {
  if (filter === 'made_year') return madeSinceBuckets(buckets)
  if (filter !== 'tire_speed' && filter !== 'tire_load') return buckets
  const rank = ({ key }: Bucket) =>
    parseMinimum(filter, key) ? -1 : ((filter === 'tire_load' ? Number(key) : speedInMph(key)) ?? 0)
  return [...buckets].sort((a, b) => rank(a) - rank(b))
}

/** Returns the minimum ratings with the numbers of tires that have at least this rating. */
export function ratingBuckets(buckets: readonly Bucket[]): Bucket[] {
  const keys = buckets.map(({ key }) => key)
  return RATING_STEPS.map((step): Bucket => {
    const key = atLeast(step)
    const matching = matchingKeys('rating', key, keys)
    const count = buckets.reduce((sum, bucket) => sum + (matching.includes(bucket.key) ? bucket.count : 0), 0)
    return { key, label: `${step} stars and up`, count, minFinalPrice: null, minPriceByTire: null }
  }).filter(({ count }) => count > 0)
}
