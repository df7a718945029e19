/** What the path of a listing says: its filter, its name, which filters it offers (spec §2 "Landing pages"). */
import type { Crumb } from '../../client/ui/breadcrumbs.tsx'
import type { ChoiceFilter } from '../../schema/domain/listing.ts'
import type { ListingBase } from '../../schema/domain/listing-url.ts'
import { CONDITIONS } from '../../schema/domain/product.ts'
import {
  formatTireSize,
  overallDiameter,
  parseTireSize,
  sizeSlug,
  widthInches,
} from '../../schema/domain/tire-size.ts'
import { conditionLabel } from '../../schema/domain/tire-text.ts'
import { optionSlug, paths, sizeHref } from '../../schema/paths.ts'
import type { FilterOptions, SizeLine } from '../search/listing-engine.ts'
import type { Section } from './site-links.ts'

export interface Landing {
  /** Without slash at the end. */
  path: string
  base: ListingBase
  heading: string
  /** True for a size: the number is the picture. */
  huge: boolean
  /** What the heading says in a title, e.g. `225/45R17 tires`. */
  title: string
  /** A sentence about what is listed; may be empty. */
  measure: string
  crumbs: Crumb[]
  section?: Section
  facets: readonly ChoiceFilter[]
}

export type LandingResult =
  | { kind: 'landing'; landing: Landing }
  | { kind: 'redirect'; to: string }
  | { kind: 'unknown' }

const UNKNOWN: LandingResult = { kind: 'unknown' }
const COMMON = ['condition', 'sets', 'seasons'] as const

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
    facets: [...COMMON, 'smart_filter', 'brand', 'rim', 'tire_speed', 'run_flat'],
  }
}

/**
 * /t/s/{size}. Any spelling leads to the one in the catalogue (another construction of the same measures included);
 * a size that nobody has in stock is a page too, which says what is near.
 */
export async function sizeLanding(
  slug: string,
  { options }: FilterOptions,
  inStock: () => Promise<SizeLine[]>,
): Promise<LandingResult> {
  const size = parseTireSize(slug)
  if (!size) return UNKNOWN
  let label = formatTireSize(size)
  if (!options.get('size')?.has(sizeSlug(label))) {
    const same = (await inStock()).filter(
      (line) => line.width === size.width && line.aspect === size.aspect && line.rim === size.rim,
    )
    label = (same.find((line) => line.label === label) ?? same[0])?.label ?? label
  }
  if (sizeSlug(label) !== slug) return { kind: 'redirect', to: sizeHref(label) }
  return {
    kind: 'landing',
    landing: {
      path: sizeHref(label),
      base: { size: [slug] },
      heading: label,
      huge: true,
      title: `${label} tires`,
      measure: `${widthInches(size).toFixed(1)} in wide, ${overallDiameter(size).toFixed(1)} in tall.`,
      crumbs: [
        { label: 'Sizes', href: paths.sizes },
        { label: `${size.rim} inch`, href: `${paths.sizes}?rim=${size.rim}` },
        { label },
      ],
      section: 'sizes',
      facets: [...COMMON, 'smart_filter', 'brand', 'tire_speed', 'run_flat'],
    },
  }
}

/** /t/b/{brand}. `label` is the brand's name; `null` when the catalogue has no such brand. */
export function brandLanding(slug: string, label: string | null): LandingResult {
  if (label === null) return UNKNOWN
  return {
    kind: 'landing',
    landing: {
      path: `/t/b/${slug}`,
      base: { brand: [slug] },
      heading: `${label} tires`,
      huge: false,
      title: `${label} tires`,
      measure: '',
      crumbs: [{ label: 'Brands', href: '/t/b' }, { label }],
      section: 'brands',
      facets: [...COMMON, 'smart_filter', 'model', 'size', 'tire_speed', 'run_flat'],
    },
  }
}

/** /t/c/{condition}. */
export function conditionLanding(slug: string): LandingResult {
  const condition = CONDITIONS.find((known) => optionSlug(known) === slug)
  if (!condition) return UNKNOWN
  const title = `${conditionLabel(condition)} tires`
  return {
    kind: 'landing',
    landing: {
      path: `/t/c/${slug}`,
      base: { condition: [slug] },
      heading: title,
      huge: false,
      title,
      measure: '',
      crumbs: [{ label: 'Conditions', href: '/t/c' }, { label: conditionLabel(condition) }],
      section: slug as Section,
      facets: ['sets', 'seasons', 'smart_filter', 'brand', 'rim', 'tire_speed', 'run_flat'],
    },
  }
}
