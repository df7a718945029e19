/**
 * Which units a list shows, and in which order (H14). A filter is its address: it can be linked, named and shared. Everything in an
 * address is untrusted; what is no filter is left out.
 */
import * as v from 'valibot'
import { UNIT_GRADES } from '../intake/intake-draft.ts'
import { UNIT_STATE_LABELS, UNIT_STATES } from '../units/unit-state.ts'
import { LIST_COLUMNS, type ListColumn, orderColumns } from './list-columns.ts'
import { UNIT_PATHS } from './unit-paths.ts'

/** `sold-out`: on sale, but no tire is left. */
export const LISTED_STATES = [...UNIT_STATES, 'sold-out'] as const
export type ListedState = (typeof LISTED_STATES)[number]
export const LISTED_STATE_LABELS: Readonly<Record<ListedState, string>> = {
  ...UNIT_STATE_LABELS,
  'sold-out': 'Sold or held',
}

export const UNIT_SORTS = [
  'newest',
  'oldest',
  'price-low',
  'price-high',
  'tread-high',
  'tread-low',
  'made-last',
  'bin',
  'sku',
] as const
export type UnitSort = (typeof UNIT_SORTS)[number]
export const UNIT_SORT_LABELS: Readonly<Record<UnitSort, string>> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  'tread-high': 'Most tread first',
  'tread-low': 'Least tread first',
  'made-last': 'Made last first',
  bin: 'Way through the yard',
  sku: 'SKU',
}

/** Both ends are included; `null` for no end. */
export interface UnitRange {
  min: number | null
  max: number | null
}

export interface UnitFilter {
  /** A sku, a TIN, a size as people type it, or words of brand and model. */
  q: string
  state: readonly ListedState[]
  /** Slugs. */
  size: readonly string[]
  brand: readonly string[]
  condition: readonly string[]
  grade: readonly (typeof UNIT_GRADES)[number][]
  /** 32nds of an inch. */
  depth: UnitRange | null
  /** Whole years since the week of the DOT code. */
  age: UnitRange | null
  /** Dollars. */
  price: UnitRange | null
  /** Days since the unit came in. */
  listed: UnitRange | null
  /** The beginning of bins: `A-12` has A-12-1 and A-12-2; `none` for units without a bin. */
  bin: string | null
  lot: number | null
  /** The id of the person who took the unit in. */
  by: number | null
  /** Only units without a photo. */
  photo: 'none' | null
  /** Only used units without a second inspection. */
  second: 'none' | null
  sort: UnitSort
  /** Of the list, in their order; none for the usual ones. */
  columns: readonly ListColumn[]
}

export const NO_FILTER: UnitFilter = {
  q: '',
  state: [],
  size: [],
  brand: [],
  condition: [],
  grade: [],
  depth: null,
  age: null,
  price: null,
  listed: null,
  bin: null,
  lot: null,
  by: null,
  photo: null,
  second: null,
  sort: 'newest',
  columns: [],
}

const VALUES_MAX = 20
const listOf = <Schema extends v.GenericSchema<string, string>>(value: Schema) =>
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',').filter((part) => v.is(value, part)) as v.InferOutput<Schema>[]),
    v.transform((values) => [...new Set(values)].slice(0, VALUES_MAX)),
  )
const SLUG = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{0,60}$/))
const NUMBER = '\\d{1,6}(?:\\.\\d{1,2})?'
const RANGE = v.pipe(
  v.string(),
  v.regex(new RegExp(`^(?:${NUMBER})?-(?:${NUMBER})?$`)),
  v.transform((text): UnitRange | null => {
    const [min, max] = text.split('-').map((end) => (end ? Number(end) : null))
    return (min ?? null) === null && (max ?? null) === null ? null : { min: min ?? null, max: max ?? null }
  }),
)
const ID = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number))

const FIELDS: { [Name in keyof UnitFilter]: v.GenericSchema<string, UnitFilter[Name]> } = {
  q: v.pipe(
    v.string(),
    v.transform((text) => text.trim().slice(0, 100)),
  ),
  state: listOf(v.picklist(LISTED_STATES)),
  size: listOf(SLUG),
  brand: listOf(SLUG),
  condition: listOf(SLUG),
  grade: listOf(v.picklist(UNIT_GRADES)),
  depth: RANGE,
  age: RANGE,
  price: RANGE,
  listed: RANGE,
  bin: v.pipe(
    v.string(),
    v.regex(/^[A-Za-z0-9-]{1,23}$/),
    v.transform((text) => (text === 'none' ? text : text.toUpperCase())),
  ),
  lot: ID,
  by: ID,
  photo: v.literal('none'),
  second: v.literal('none'),
  sort: v.picklist(UNIT_SORTS),
  columns: v.pipe(
    listOf(v.picklist(LIST_COLUMNS)),
    v.transform((columns: ListColumn[]) => orderColumns(columns)),
  ),
}

/**
 * Reads the filter of an address from its parameters. A form without script sends the ends of a range as two parameters, `depth-min`
 * and `depth-max`, and repeats a parameter for each checked box.
 */
export function parseUnitFilter(parameters: Iterable<readonly [name: string, value: string]>): UnitFilter {
  const texts = new Map<string, string[]>()
  for (const [name, value] of parameters) texts.set(name, [...(texts.get(name) ?? []), value.trim()])
  const first = (name: string) => texts.get(name)?.[0] ?? ''
  const entries = Object.entries(FIELDS).flatMap(([name, schema]) => {
    const ends = [first(`${name}-min`), first(`${name}-max`)]
    const text = ends.some(Boolean) ? ends.join('-') : (texts.get(name) ?? []).join(',')
    const parsed = v.safeParse(schema, text)
    return text !== '' && parsed.success ? [[name, parsed.output]] : []
  })
  return { ...NO_FILTER, ...Object.fromEntries(entries) }
}

function formatField(value: UnitFilter[keyof UnitFilter]): string {
  if (Array.isArray(value)) return value.join(',')
  if (value === null || typeof value !== 'object') return String(value ?? '')
  return 'min' in value ? `${value.min ?? ''}-${value.max ?? ''}` : ''
}

/** Returns the query of a filter, with its parameters in a fixed order: equal filters have equal addresses. */
export function unitFilterQuery(filter: UnitFilter): string {
  return (Object.keys(NO_FILTER) as (keyof UnitFilter)[])
    .map((name) => [name, formatField(filter[name]), formatField(NO_FILTER[name])] as const)
    .filter(([, text, none]) => text !== none)
    .map(([name, text]) => `${name}=${encode(text)}`)
    .join('&')
}

/** Checks whether a filter leaves no unit out, in any order and with any columns. */
export function isWholeYard(filter: UnitFilter): boolean {
  const { sort, columns } = NO_FILTER
  return unitFilterQuery({ ...filter, sort, columns }) === ''
}

/** Commas are allowed in a query as they are, and a space is a plus sign. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/%2C/g, ',').replace(/%20/g, '+')
}

/** Returns the address of a list; `after` continues behind the last row of a page. */
export function unitListHref(filter: UnitFilter, after?: string): string {
  const query = [unitFilterQuery(filter), ...(after ? [`after=${encode(after)}`] : [])]
    .filter(Boolean)
    .join('&')
  return query ? `${UNIT_PATHS.units}?${query}` : UNIT_PATHS.units
}
