/**
 * Landing pages (A2, B5): addresses, which are built from labels of attributes and parsed back, widgets and limits.
 * `/t/s/225-45r17/halden` is the only address of size 225/45R17 and brand Halden.
 */
import { optionSlug } from '../finder/option-slug.ts'
import { CONDITIONS } from '../product/product.ts'
import { sizeSlug } from '../sizes/tire-size.ts'

/** Attributes whose values can be a step of an address. */
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

/** Groups of landings: path and attributes of each step. The first attribute with a matching label is used. */
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

/** Largest number of widgets on one landing (B5). */
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

/** Configuration of one level (depth of the path) in a group. */
export interface LandingLevel {
  level: number
  widgets: readonly { location: string; kind: string }[]
  /** Texts of landings without a row of their own; placeholders are attributes: `{brand} tires in {size}`. */
  texts?: Readonly<Record<string, string>>
}

/** Returns the widgets of a level: only known ones, each kind once, at most `MAX_LANDING_SLOTS`. */
export function toWidgetSlots(levels: readonly LandingLevel[], level: number): WidgetSlot[] {
  const slots: WidgetSlot[] = []
  for (const { location, kind } of levels.find((one) => one.level === level)?.widgets ?? []) {
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

/** A landing identified by its values. Without values it is the overview of its group. */
export interface LandingTarget {
  route: LandingRouteName
  values: readonly LandingValue[]
}

/** Returns the slug of a label. */
export function landingSlug(attribute: LandingAttribute, label: string): string {
  return attribute === 'size' ? sizeSlug(label) : optionSlug(label)
}

/** Returns the label of a slug below the values in `before`; `null` for an unknown slug. */
export type LabelLookup = (
  attribute: LandingAttribute,
  slug: string,
  before: readonly LandingValue[],
) => string | null

const SLUG = /^[a-z0-9][a-z0-9.-]*$/
const CONDITION_SLUGS = new Set(CONDITIONS.map(optionSlug))

/**
 * Returns the path of a landing; `null` for too many steps, values in another order, a label without a slug, and a
 * brand below a size whose name equals a condition.
 */
export function landingPath({ route, values }: LandingTarget): string | null {
  const { alias, steps } = LANDING_ROUTES[route]
  if (values.length > steps.length) return null
  let path = `/${alias}`
  for (const [depth, { attribute, label }] of values.entries()) {
    const attributes: readonly LandingAttribute[] = steps[depth] ?? []
    const slug = landingSlug(attribute, label)
    if (!attributes.includes(attribute) || !SLUG.test(slug)) return null
    if (attribute === 'brand' && attributes.length > 1 && CONDITION_SLUGS.has(slug)) return null
    path += `/${slug}`
  }
  return path
}

/** Parses the path of a landing; `null` for other paths and for unknown slugs. */
export function parseLandingPath(path: string, labelOf: LabelLookup): LandingTarget | null {
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
      const value = findValue(steps[depth] ?? [], slug, values, labelOf)
      if (!value) return null
      values.push(value)
    }
    return { route: name as LandingRouteName, values }
  }
  return null
}

/** Returns the first attribute that has a label with this slug. */
function findValue(
  attributes: readonly LandingAttribute[],
  slug: string,
  before: readonly LandingValue[],
  labelOf: LabelLookup,
): LandingValue | null {
  for (const attribute of attributes) {
    const label = labelOf(attribute, slug, before)
    if (label !== null) return { attribute, label }
  }
  return null
}

/**
 * Returns the landing with exactly these filters, so that a filtered listing can link to it; `null` without such a
 * landing. Filters are option values by attribute code.
 */
export function landingFromFilters(
  filters: Readonly<Partial<Record<string, readonly string[]>>>,
  labelOf: LabelLookup,
): LandingTarget | null {
  const chosen = Object.entries(filters).filter(([, values]) => values && values.length > 0)
  if (chosen.length === 0 || chosen.some(([, values]) => values?.length !== 1)) return null
  for (const [name, { steps }] of Object.entries(LANDING_ROUTES)) {
    if (name === 'car' || steps.length < chosen.length) continue
    const values: LandingValue[] = []
    for (const attributes of steps.slice(0, chosen.length)) {
      const attribute = attributes.find((known) => chosen.some(([code]) => code === known))
      const slug = attribute && filters[attribute]?.[0]
      const label = attribute && slug ? labelOf(attribute, slug, values) : null
      if (!attribute || label === null) break
      values.push({ attribute, label })
    }
    if (values.length === chosen.length) return { route: name as LandingRouteName, values }
  }
  return null
}
