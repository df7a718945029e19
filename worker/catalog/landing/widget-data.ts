/** What the widgets of one landing are made of: one query to the catalog for all of them together. */
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
import { type Cents, formatMoney } from '../../../schema/platform/money.ts'
import { updatingDay } from '../../../schema/platform/shop-calendar.ts'
import type { IndexLine } from '../finder/index-list.tsx'
import type { SizeLine } from '../index/listing-engine.ts'
import { formatCount, valueLabel } from '../listing/filter-text.ts'
import type { Landing, LandingPage } from './landing.ts'
import { isHidden } from './landing-index.ts'
import type { ListingContext } from './listing-context.ts'

export interface WidgetData {
  landing: Landing
  page: LandingPage
  context: ListingContext
  /** Buckets of the landing's own list, whatever the shopper filters. */
  result: ListingResult
  /** When they were counted. */
  countedAt: number
  /** Every size in stock; empty unless a widget asks for it. */
  sizes: readonly SizeLine[]
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
const OF_CARS: readonly WidgetKind[] = ['car-sizes', 'car-sub-models-list', 'car-models-list']

/** Counts of a landing are remembered this long, so that many filtered lists of it ask once. */
const KEEP_MS = 15_000
const MAX_COUNTED_LANDINGS = 300

const counts = new LRUCache<string, { at: number; result: ListingResult }>({ max: MAX_COUNTED_LANDINGS })

/** Counts and prices are at most 15 s old; the rest is from memory. */
export async function widgetData(
  landing: Landing,
  page: LandingPage,
  context: ListingContext,
  now: number,
): Promise<WidgetData> {
  const { catalog } = context
  const kinds = page.slots.map(({ kind }) => kind)
  const key = `${catalog.version} ${landing.path}`
  const known = counts.get(key)
  const isFresh = known && Math.abs(now - known.at) < KEEP_MS
  let result = isFresh ? known.result : null
  const countedAt = isFresh ? known.at : now
  if (!result) {
    // Conditions separate tires from other products.
    const facets = new Set<ChoiceFilter>(['condition', ...kinds.flatMap((kind) => FACETS[kind] ?? [])])
    result = await catalog.listing.find({ ...EMPTY_QUERY, choices: landing.base, size: 0 }, [...facets])
    counts.set(key, { at: now, result })
  }
  const sizes = kinds.some((kind) => OF_CARS.includes(kind)) ? await catalog.sizes() : []
  return { landing, page, context, result, countedAt, sizes, now }
}

/** Returns the current values of the placeholders in the landing's texts. */
export function fillings({
  page,
  landing,
  result,
  now,
}: Omit<WidgetData, 'context' | 'sizes'>): PlaceholderValues {
  const { count, min } = tiresOf(landing, result)
  return {
    ...page.fillings,
    count: formatCount(count),
    ...(min === null ? {} : { min_price: formatMoney(min) }),
    date: formatUpdatingDate(updatingDay(now)),
    time: UPDATING_TIME,
  }
}

/** Tires and the cheapest of them. A list of everything also holds plans and guides, which are none. */
function tiresOf({ base }: Landing, result: ListingResult): { count: number; min: Cents | null } {
  const conditions = result.buckets.condition
  if (Object.keys(base).length > 0 || !conditions?.length)
    return { count: result.total, min: result.minPriceByTire }
  const prices = conditions.flatMap(({ minPriceByTire }) => minPriceByTire ?? [])
  return {
    count: conditions.reduce((sum, { count }) => sum + count, 0),
    min: prices.length > 0 ? Math.min(...prices) : null,
  }
}

/** The values of a filter as ways on, each to the landing that it names or to the list filtered by it. */
export function waysOf(data: WidgetData, filter: ChoiceFilter): (IndexLine & { key: string })[] {
  return (data.result.buckets[filter] ?? []).flatMap((bucket) => {
    const href = bucket.count > 0 ? wayTo(data, filter, bucket) : null
    if (href === null) return []
    const { key, count, minPriceByTire } = bucket
    return [{ key, label: valueLabel(filter, key, bucket.label), href, count, minPriceByTire }]
  })
}

/** `null` where the way would lead to a hidden landing or to this very page. */
function wayTo({ landing, page, context }: WidgetData, filter: ChoiceFilter, { key }: Bucket): string | null {
  const choices = { ...landing.base, [filter]: [key] }
  const target = landingFromFilters(choices, context.labelOf)
  const path = target && landingPath(target)
  if (path) return path === landing.path || isHidden(context.landings, path) ? null : path
  // Below an overview, and beside a value that the address already has, the list of everything takes the filters.
  const wide = page.overview || landing.base[filter] !== undefined
  return listingHref(wide ? '/t' : landing.path, { ...EMPTY_QUERY, choices }, wide ? {} : landing.base)
}
