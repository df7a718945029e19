/**
 * Landing pages (A2, B5): addresses that are built from labels of attributes and parsed back, widgets and limits.
 * `/t/s/225-45r17/halden` is size 225/45R17 and brand Halden, and nothing else is.
 */
import { optionSlug } from '../finder/option-slug.ts'
import { CONDITIONS } from '../product/product.ts'
import { sizeSlug } from '../sizes/tire-size.ts'

/** Attributes that a step of an address can name. */
export type LandingAttribute =
  | 'size'
  | 'brand'
  | 'model'
  | 'condition'
  | 'rim'
  | 'seasons'
  | 'make'
  | 'car_model'
  | 'year'
  | 'trim'

/** Groups of landings: their path and the attributes of each step; the first attribute that has the label wins. */
export const LANDING_ROUTES = {
  size: { alias: 't/s', steps: [['size'], ['condition', 'brand']] },
  brand: { alias: 't/b', steps: [['brand'], ['model']] },
  condition: { alias: 't/c', steps: [['condition']] },
  rim: { alias: 't/r', steps: [['rim']] },
  season: { alias: 't/z', steps: [['seasons']] },
  car: { alias: 't/car', steps: [['make'], ['car_model'], ['year'], ['trim']] },
} as const satisfies Record<
  string,
  { alias: string; steps: readonly (readonly [LandingAttribute, ...LandingAttribute[]])[] }
>
export type LandingRouteName = keyof typeof LANDING_ROUTES

/** How many widgets one landing may show (B5). */
export const MAX_LANDING_SLOTS = 8

export const LANDING_LOCATIONS = ['LandingPageTop', 'LandingList', 'LandingCarSizes', 'LandingSEO'] as const
export type LandingLocation = (typeof LANDING_LOCATIONS)[number]

export const WIDGET_KINDS = [
  'brand-info',
  'brand-list',
  'condition-list',
  'rim-list',
  'car-years-list',
  'car-makes-list',
  'car-models-list',
  'car-sub-models-list',
  'model-list',
  'sizes-list',
  'car-sizes',
  'seo-text',
  'season-list',
  'long-description',
] as const
export type WidgetKind = (typeof WIDGET_KINDS)[number]

export interface WidgetSlot {
  location: LandingLocation
  kind: WidgetKind
}

/** Configuration of one level of a group. */
export interface LandingLevel {
  level: number
  widgets: readonly { location: string; kind: string }[]
  /** Texts of landings without a row; placeholders name attributes: `{brand} tires in {size}`. */
  texts?: Readonly<Record<string, string>>
}

/** Returns the widgets of a level: known ones only, each once, at most `MAX_LANDING_SLOTS`. */
export function slotsOf(levels: readonly LandingLevel[], level: number): WidgetSlot[] {
  const slots: WidgetSlot[] = []
  for (const { location, kind } of levels.find((own) => own.level === level)?.widgets ?? []) {
    const slot = {
      location: LANDING_LOCATIONS.find((known) => known === location),
      kind: WIDGET_KINDS.find((known) => known === kind),
    }
    if (!slot.location || !slot.kind || slots.some((other) => other.kind === slot.kind)) continue
    slots.push({ location: slot.location, kind: slot.kind })
  }
  return slots.slice(0, MAX_LANDING_SLOTS)
}

export interface LandingValue {
  attribute: LandingAttribute
  label: string
}

/** A landing by its values. Without values it is the overview of its group. */
export interface LandingTarget {
  route: LandingRouteName
  values: readonly LandingValue[]
}

/** Returns the slug of a label. */
export function landingSlug(attribute: LandingAttribute, label: string): string {
  return attribute === 'size' ? sizeSlug(label) : optionSlug(label)
}

/** Returns the label of a slug after the values before it; `null` for an unknown slug. */
export type LabelOf = (
  attribute: LandingAttribute,
  slug: string,
  before: readonly LandingValue[],
) => string | null

const STEP = /^[a-z0-9][a-z0-9.-]*$/
const CONDITION_STEPS = new Set(CONDITIONS.map(optionSlug))

/**
 * Returns the path of a landing. `null` where there is none: a step too many, values in another order, a label without a
 * slug, a brand below a size that has the name of a condition.
 */
export function landingPath({ route, values }: LandingTarget): string | null {
  const { alias, steps } = LANDING_ROUTES[route]
  if (values.length > steps.length) return null
  let path = `/${alias}`
  for (const [depth, { attribute, label }] of values.entries()) {
    const named: readonly LandingAttribute[] = steps[depth] ?? []
    const slug = landingSlug(attribute, label)
    if (!named.includes(attribute) || !STEP.test(slug)) return null
    if (attribute === 'brand' && named.length > 1 && CONDITION_STEPS.has(slug)) return null
    path += `/${slug}`
  }
  return path
}

/** Parses the path of a landing; `null` for other paths and for a step without a label. */
export function parseLandingPath(path: string, labelOf: LabelOf): LandingTarget | null {
  const bare = path.replace(/^\/|\/$/g, '')
  for (const [name, { alias, steps }] of Object.entries(LANDING_ROUTES)) {
    if (bare !== alias && !bare.startsWith(`${alias}/`)) continue
    const slugs = bare
      .slice(alias.length + 1)
      .split('/')
      .filter(Boolean)
    if (slugs.length > steps.length) return null
    const values: LandingValue[] = []
    for (const [depth, slug] of slugs.entries()) {
      const value = namedBy(steps[depth] ?? [], slug, values, labelOf)
      if (!value) return null
      values.push(value)
    }
    return { route: name as LandingRouteName, values }
  }
  return null
}

function namedBy(
  named: readonly LandingAttribute[],
  slug: string,
  before: readonly LandingValue[],
  labelOf: LabelOf,
): LandingValue | null {
  for (const attribute of named) {
    const label = labelOf(attribute, slug, before)
    if (label !== null) return { attribute, label }
  }
  return null
}

/**
 * Returns the landing with exactly these filters, so that a filtered list can link to it; `null` when there is none.
 * Filters are option values by attribute code.
 */
export function landingFromFilters(
  filters: Readonly<Partial<Record<string, readonly string[]>>>,
  labelOf: LabelOf,
): LandingTarget | null {
  const chosen = Object.entries(filters).filter(([, values]) => values && values.length > 0)
  if (chosen.length === 0 || chosen.some(([, values]) => values?.length !== 1)) return null
  for (const [name, { steps }] of Object.entries(LANDING_ROUTES)) {
    if (name === 'car' || steps.length < chosen.length) continue
    const values: LandingValue[] = []
    for (const named of steps.slice(0, chosen.length)) {
      const [attribute, slugs] = chosen.find(([code]) => named.some((known) => known === code)) ?? []
      const known = named.find((step) => step === attribute)
      const label = known && slugs?.[0] ? labelOf(known, slugs[0], values) : null
      if (!known || label === null) break
      values.push({ attribute: known, label })
    }
    if (values.length === chosen.length) return { route: name as LandingRouteName, values }
  }
  return null
}
