/** The data of a landing's widgets: one query of the catalog for all of them. */
import { LRUCache } from 'lru-cache'
import { landingFromFilters, landingPath, type WidgetKind } from '../../../schema/catalog/landing/landing.ts'
import {
  formatUpdatingDate,
  type PlaceholderValues,
  UPDATING_TIME,
} from '../../../schema/catalog/landing/landing-text.ts'
import {
  type Bucket,
  type ChoiceFilter,
  EMPTY_QUERY,
  type ListingResult,
} from '../../../schema/catalog/listing/listing.ts'
import { listingHref } from '../../../schema/catalog/listing/listing-url.ts'
import { formatCount } from '../../../schema/platform/count.ts'
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import { updatingDay } from '../../../schema/platform/shop-calendar.ts'
import type { IndexLink } from '../finder/index-list.tsx'
import type { SizeInStock } from '../index/listing-engine.ts'
import { valueLabel } from '../listing/filter-text.ts'
import type { Landing, LandingPage } from './landing.ts'
import { isHidden } from './landing-index.ts'
import type { ListingContext } from './listing-context.ts'

export interface WidgetData {
  landing: Landing
  page: LandingPage
  context: ListingContext
  /** Counts of the landing's own list, without the shopper's filters. */
  result: ListingResult
  /** Every size in stock; empty unless a widget needs them. */
  sizes: readonly SizeInStock[]
  now: number
}

const FACETS: Partial<Record<WidgetKind, readonly ChoiceFilter[]>> = {
  'brand-info': ['condition', 'seasons', 'size'],
  'brand-list': ['brand'],
  'condition-list': ['condition'],
  'rim-list': ['rim'],
  'model-list': ['model'],
  'sizes-list': ['size'],
  'season-list': ['seasons'],
}
const CAR_WIDGETS: readonly WidgetKind[] = ['car-sizes', 'car-sub-models-list', 'car-models-list']

const MAX_COUNTED_LANDINGS = 300

/**
 * Counts by path of the landing, which requests share until a sale or a changed product. A page with older counts would be cached
 * as one that includes that event, and keep them until the next one.
 */
const counts = new LRUCache<string, { version: string; result: ListingResult }>({ max: MAX_COUNTED_LANDINGS })

/** Returns the data of the widgets; counts and prices are those of the index. */
export async function widgetData(
  landing: Landing,
  page: LandingPage,
  context: ListingContext,
  now: number,
): Promise<WidgetData> {
  const { catalog } = context
  const kinds = page.slots.map(({ kind }) => kind)
  const version = catalog.countsVersion
  const known = counts.get(landing.path)
  let result = known?.version === version ? known.result : null
  if (!result) {
    // Conditions separate tires from other products.
    const facets = [...new Set<ChoiceFilter>(['condition', ...kinds.flatMap((kind) => FACETS[kind] ?? [])])]
    result = await catalog.listing.find({ ...EMPTY_QUERY, choices: landing.base, size: 0 }, facets, facets)
    counts.set(landing.path, { version, result })
  }
  const sizes = kinds.some((kind) => CAR_WIDGETS.includes(kind)) ? await catalog.sizes() : []
  return { landing, page, context, result, sizes, now }
}

/** Returns the current values of the placeholders in the landing's texts. */
export function currentPlaceholders({
  page,
  landing,
  result,
  now,
}: Omit<WidgetData, 'context' | 'sizes'>): PlaceholderValues {
  const { count, min } = countTires(landing, result)
  return {
    ...page.placeholders,
    count: formatCount(count),
    ...(min === null ? {} : { min_price: formatMoney(min) }),
    date: formatUpdatingDate(updatingDay(now)),
    time: UPDATING_TIME,
  }
}

/**
 * Counts the tires of a list and finds their lowest price; in the list of all products, plans do not count.
 */
function countTires({ base }: Landing, result: ListingResult): { count: number; min: Cents | null } {
  const conditions = result.buckets.condition
  if (Object.keys(base).length > 0 || !conditions?.length)
    return { count: result.total, min: result.minPriceByTire }
  const prices = conditions.flatMap(({ minPriceByTire }) => minPriceByTire ?? [])
  return {
    count: conditions.reduce((sum, { count }) => sum + count, 0),
    min: prices.length > 0 ? Math.min(...prices) : null,
  }
}

/**
 * Returns the values of a filter as links, each to the landing of the value or to the list filtered by it.
 */
export function filterLinks(data: WidgetData, filter: ChoiceFilter): (IndexLink & { key: string })[] {
  return (data.result.buckets[filter] ?? []).flatMap((bucket) => {
    const href = bucket.count > 0 ? valueHref(data, filter, bucket) : null
    if (href === null) return []
    const { key, count, minPriceByTire } = bucket
    return [{ key, label: valueLabel(filter, key, bucket.label), href, count, minPriceByTire }]
  })
}

/** Returns the address for a value; `null` where it would be a hidden landing or the current page. */
function valueHref(
  { landing, page, context }: WidgetData,
  filter: ChoiceFilter,
  { key }: Bucket,
): string | null {
  const choices = { ...landing.base, [filter]: [key] }
  const target = landingFromFilters(choices, context.labelOf)
  const path = target && landingPath(target)
  if (path) return path === landing.path || isHidden(context.landings, path) ? null : path
  // An overview has no list, and a landing cannot replace a value of its own base, so these links filter /t.
  const isAll = page.overview || landing.base[filter] !== undefined
  return listingHref(isAll ? '/t' : landing.path, { ...EMPTY_QUERY, choices }, isAll ? {} : landing.base)
}
