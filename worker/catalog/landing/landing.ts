/** A list and what its address says of it: its filter, its name, which filters it offers. */
import type { Crumb } from '../../../client/platform/ui/breadcrumbs.tsx'
import {
  type LandingLevel,
  type LandingTarget,
  landingPath,
  slotsOf,
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
import type { FilterOptions, SizeLine } from '../index/listing-engine.ts'
import type { LandingRow } from './landing.sql.ts'
import { landingBreadcrumbs, landingHeading, landingPlaceholders, landingTitle } from './landing-titles.ts'

export interface Landing {
  /** Without slash at the end, but for the regional ones. */
  path: string
  base: ListingBase
  /** The list holds only members of this category. */
  category?: number
  heading: string
  /** True for a size: the number is the picture. */
  huge: boolean
  /** What the heading says in a title, e.g. `225/45R17 tires`. */
  title: string
  /** A sentence about what is listed; may be empty. */
  measure: string
  crumbs: Crumb[]
  section?: LinkSection
  facets: readonly ChoiceFilter[]
  /** Its widgets and texts; absent on lists that are no landing. */
  page?: LandingPage
}

export interface LandingPage {
  /** What its address names; `null` on landings that only have a name (`/landing/…`, `/USA/…`). */
  target: LandingTarget | null
  level: number
  /** An overview has no list of its own: a whole group, a make of car, a model of it. */
  overview: boolean
  slots: readonly WidgetSlot[]
  /** By name (`description`, `seo`, `about`, `long`, `updated`), with placeholders. */
  texts: Readonly<Record<string, string>>
  /** What the address fills them with; the page adds count, price and date. */
  fillings: PlaceholderValues
}

export type LandingResult =
  | { kind: 'landing'; landing: Landing }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }

export const UNKNOWN: LandingResult = { kind: 'unknown' }

/** The default filters (C3) in the order in which they are asked. */
const FACETS = [
  'condition',
  'sets',
  'seasons',
  'smart_filter',
  'brand',
  'model',
  'size',
  'rim',
  'tire_load',
  'tire_speed',
  'speed_rated',
  'run_flat',
  'rad',
] as const satisfies readonly ChoiceFilter[]

/** What narrows a list further; what its address says is not asked again, nor is what is one value of all (`groupPieces`). */
export function facetsFor(base: ListingBase): ChoiceFilter[] {
  return FACETS.filter((filter) => !base[filter])
}

/** /t: everything there is. */
export function allLanding(): Landing {
  return {
    path: '/t',
    base: {},
    heading: 'All tires',
    huge: false,
    title: 'All tires',
    measure: '',
    crumbs: [{ label: 'Home', href: paths.home }, { label: 'All tires' }],
    facets: facetsFor({}),
  }
}

/**
 * Where a size is. Any spelling leads to the one in the catalog (R for ZR and P for none included, light truck sizes
 * are others); a size that nobody has in stock is a page too, which says what is near. `null` when it is no size.
 */
export async function canonicalSize(
  slug: string,
  { options }: FilterOptions,
  inStock: () => Promise<SizeLine[]>,
): Promise<string | null> {
  const size = parseTireSize(slug)
  if (!size) return null
  const label = formatTireSize(size)
  if (options.get('size')?.has(sizeSlug(label))) return label
  const listed = listedSize(label)
  if ((await inStock()).some((line) => line.label === listed)) return listed
  return (await inStock()).find((line) => isSameSize(line.label, listed))?.label ?? listed
}

/** The filters of a landing. Cars give their sizes themselves. */
export function baseFilters({ values }: LandingTarget): ListingBase {
  const base: ListingBase = {}
  for (const { attribute, label } of values) {
    const filter = CHOICE_FILTERS.find((known) => known === attribute)
    if (filter) base[filter] = [filter === 'size' ? sizeSlug(label) : optionSlug(label)]
  }
  return base
}

/** What the shop knows of a group at this level, when the table has no row for the landing itself. */
export interface LandingRoute {
  parameters: readonly LandingLevel[]
}

/** A landing as a list: its row's words win over those of its level, those over our own. */
export function buildLanding(
  target: LandingTarget,
  row: LandingRow | null,
  route: LandingRoute | undefined,
  base: ListingBase = baseFilters(target),
): Landing {
  const own = target.route === 'size' ? baseFilters(target) : base
  const level = row?.level ?? target.values.length + 1
  const texts = { ...route?.parameters.find((known) => known.level === level)?.texts, ...row?.settings }
  return {
    path: landingPath(target) ?? '/t',
    base: own,
    heading: texts.heading ?? landingHeading(target),
    huge: target.route === 'size' && target.values.length === 1,
    title: texts.title ?? landingTitle(target),
    measure: measureOf(target),
    crumbs: landingBreadcrumbs(target),
    ...sectionOf(target),
    facets: facetsFor(own),
    page: {
      target,
      level,
      overview: level === 1 || (target.route === 'car' && target.values.length < CAR_LIST_FROM),
      slots: slotsFor(target, level, route),
      texts,
      fillings: landingPlaceholders(target, row?.name),
    },
  }
}

/** Make, model and year: before the year is known no list of tires would fit the car. */
const CAR_LIST_FROM = 3

/** What an overview lists where the table does not say. */
const OVERVIEW_KINDS = {
  size: 'sizes-list',
  brand: 'brand-list',
  condition: 'condition-list',
  rim: 'rim-list',
  season: 'season-list',
  car: 'car-makes-list',
} as const

function slotsFor(target: LandingTarget, level: number, route: LandingRoute | undefined): WidgetSlot[] {
  const slots = slotsOf(route?.parameters ?? [], level)
  if (slots.length > 0 || level > 1) return slots
  return [{ location: 'LandingList', kind: OVERVIEW_KINDS[target.route] }]
}

function measureOf({ route, values }: LandingTarget): string {
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
  const condition = CONDITIONS.find((known) => route === 'condition' && known === value?.label)
  return condition ? { section: optionSlug(condition) as LinkSection } : {}
}
