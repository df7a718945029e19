/** A landing: a list with its base filter, its texts and the filters that it offers. */
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import {
  type LandingTarget,
  landingPath,
  toWidgetSlots,
  type WidgetSlot,
} from '../../../schema/catalog/landing/landing.ts'
import type { PlaceholderValues } from '../../../schema/catalog/landing/landing-text.ts'
import { CHOICE_FILTERS, type ChoiceFilter } from '../../../schema/catalog/listing/listing.ts'
import type { ListingBase } from '../../../schema/catalog/listing/listing-url.ts'
import { CONDITIONS } from '../../../schema/catalog/product/product.ts'
import {
  formatTireSize,
  listedSize,
  overallDiameter,
  parseTireSize,
  sizeSlug,
  widthInches,
} from '../../../schema/catalog/sizes/tire-size.ts'
import { isSameSize } from '../../../schema/catalog/vehicle/fitment.ts'
import { optionSlug, paths } from '../../../schema/paths.ts'
import type { LinkSection } from '../../../schema/platform/site-links.ts'
import type { FilterOptions, SizeInStock } from '../index/listing-engine.ts'
import type { LandingRouteRow, LandingRow } from './landing.sql.ts'
import { landingBreadcrumbs, landingHeading, landingPlaceholders, landingTitle } from './landing-titles.ts'

export interface Landing {
  /** Without a slash at the end, except for the regional ones. */
  path: string
  base: ListingBase
  /** Limits the list to the products of the category with this id. */
  category?: number
  heading: string
  /** True for a size: the page shows the heading in very large type. */
  isSizeHeading: boolean
  /** The heading in the form of a title, such as `225/45R17 tires`. */
  title: string
  /** A sentence about the size of the tires; may be empty. */
  dimensionsText: string
  crumbs: Crumb[]
  section?: LinkSection
  facets: readonly ChoiceFilter[]
  /** Widgets and texts; absent on lists that are not a landing. */
  page?: LandingPage
}

export interface LandingPage {
  /** Labels in the path; `null` on landings that only have a name (`/landing/…`, `/USA/…`). */
  target: LandingTarget | null
  level: number
  /** True for a page without a list of its own: a whole group, a make of car, a model of car. */
  overview: boolean
  slots: readonly WidgetSlot[]
  /** By name (`description`, `seo`, `about`, `long`, `updated`), with placeholders. */
  texts: Readonly<Record<string, string>>
  /** Values of placeholders that follow from the path; the page adds count, price and date. */
  placeholders: PlaceholderValues
}

export type LandingResult =
  | { kind: 'landing'; landing: Landing }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }

export const UNKNOWN: LandingResult = { kind: 'unknown' }

/** The default filters (C3) in the order of display. */
const FACETS = [
  'condition',
  'sets',
  'seasons',
  'made_year',
  'smart_filter',
  'brand',
  'model',
  'size',
  'rim',
  'tire_load',
  'tire_speed',
  'speed_rated',
  'rating',
  'run_flat',
  'snow_marks',
  'load_range',
  'rad',
] as const satisfies readonly ChoiceFilter[]

/** Returns the filters that a list offers: all except those in its base; `groupPieces` hides useless ones. */
export function facetsFor(base: ListingBase): ChoiceFilter[] {
  return FACETS.filter((filter) => !base[filter])
}

/** Returns the landing /t, which lists all tires. */
export function allLanding(): Landing {
  return {
    path: '/t',
    base: {},
    heading: 'All tires',
    isSizeHeading: false,
    title: 'All tires',
    dimensionsText: '',
    crumbs: [{ label: 'Home', href: paths.home }, { label: 'All tires' }],
    facets: facetsFor({}),
  }
}

/**
 * Returns the canonical label of a size; `null` when the slug is not a size. Any spelling leads to the one in
 * the catalog, also R for ZR and P for no prefix; light-truck sizes are different sizes. A size that is not
 * in stock has a page too, which suggests similar sizes.
 */
export async function canonicalSize(
  slug: string,
  { labels }: FilterOptions,
  inStock: () => Promise<SizeInStock[]>,
): Promise<string | null> {
  const size = parseTireSize(slug)
  if (!size) return null
  const label = formatTireSize(size)
  if (labels.get('size')?.has(sizeSlug(label))) return label
  const listed = listedSize(label)
  const sizes = await inStock()
  if (sizes.some((line) => line.label === listed)) return listed
  return sizes.find((line) => isSameSize(line.label, listed))?.label ?? listed
}

/** Returns the filters of a landing. For a car the caller finds the sizes. */
function baseFilters({ values }: LandingTarget): ListingBase {
  const base: ListingBase = {}
  for (const { attribute, label } of values) {
    const filter = CHOICE_FILTERS.find((name) => name === attribute)
    if (filter) base[filter] = [filter === 'size' ? sizeSlug(label) : optionSlug(label)]
  }
  return base
}

/**
 * Builds a landing. The texts of its row come before those of its level, and these before the default texts.
 */
export function buildLanding(
  target: LandingTarget,
  row: LandingRow | null,
  route: LandingRouteRow | undefined,
  base: ListingBase = baseFilters(target),
): Landing {
  const own = target.route === 'size' ? baseFilters(target) : base
  const level = row?.level ?? target.values.length + 1
  const texts = { ...route?.parameters.find((each) => each.level === level)?.texts, ...row?.settings }
  return {
    path: landingPath(target) ?? '/t',
    base: own,
    heading: texts.heading ?? landingHeading(target),
    isSizeHeading: target.route === 'size' && target.values.length === 1,
    title: texts.title ?? landingTitle(target),
    dimensionsText: formatMeasure(target),
    crumbs: landingBreadcrumbs(target),
    ...sectionOf(target),
    facets: facetsFor(own),
    page: {
      target,
      level,
      overview: level === 1 || (target.route === 'car' && target.values.length < CAR_LIST_FROM),
      slots: slotsFor(target, level, route),
      texts,
      placeholders: landingPlaceholders(target, row?.name),
    },
  }
}

/**
 * Number of labels (make, model, year) from which a landing of a car has a list: without a year no tires fit.
 */
const CAR_LIST_FROM = 3

/** The default widget of an overview, where the table has none. */
const OVERVIEW_KINDS = {
  size: 'sizes-list',
  brand: 'brand-list',
  condition: 'condition-list',
  rim: 'rim-list',
  season: 'season-list',
  car: 'car-makes-list',
} as const

function slotsFor(target: LandingTarget, level: number, route: LandingRouteRow | undefined): WidgetSlot[] {
  const slots = toWidgetSlots(route?.parameters ?? [], level)
  if (slots.length > 0 || level > 1) return slots
  return [{ location: 'LandingList', kind: OVERVIEW_KINDS[target.route] }]
}

function formatMeasure({ route, values }: LandingTarget): string {
  const size = route === 'size' ? parseTireSize(values[0]?.label ?? '') : null
  if (!size) return ''
  return `${widthInches(size).toFixed(1)} in wide, ${overallDiameter(size).toFixed(1)} in tall.`
}

function sectionOf({ route, values }: LandingTarget): { section?: LinkSection } {
  if (route === 'size') return { section: 'sizes' }
  if (route === 'brand') return { section: 'brands' }
  if (route === 'car') return { section: 'cars' }
  const [value] = values
  if (route === 'season') return value?.label === 'Winter' ? { section: 'winter' } : {}
  const condition = CONDITIONS.find((label) => route === 'condition' && label === value?.label)
  return condition ? { section: optionSlug(condition) as LinkSection } : {}
}
