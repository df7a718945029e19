/** Matches and sorts documents in memory. Values are compared loosely, as clients send them (C2). */
import { isScalar } from './search-query.api.ts'
import { type Bounds, RANDOM_SORT, type Scalar, type SearchCondition, type SortKey } from './search-query.ts'

export type Document = Readonly<Record<string, unknown>>

/** Returns all values at a dotted path, also inside lists, without `null` and absent values. */
export function valuesAt(value: unknown, path: string): Scalar[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  if (path === '') return isScalar(value) ? [value] : []
  if (typeof value !== 'object') return []
  const dot = path.indexOf('.')
  const [head, rest] = dot < 0 ? [path, ''] : [path.slice(0, dot), path.slice(dot + 1)]
  return Object.hasOwn(value, head) ? valuesAt((value as Document)[head], rest) : []
}

/** Checks whether the path has any value, also an object. */
function existsAt(value: unknown, path: string): boolean {
  if (value === null || value === undefined) return false
  if (Array.isArray(value)) return value.some((item) => existsAt(item, path))
  if (path === '') return true
  const [head = '', ...rest] = path.split('.')
  return typeof value === 'object' && Object.hasOwn(value, head)
    ? existsAt((value as Document)[head], rest.join('.'))
    : false
}

const TRUE = new Set(['true', '1'])
const FALSE = new Set(['false', '0'])

/** Compares loosely: `17`, `"17"` and `"17.0"` are equal, and `true`, `"true"` and `1` are equal. */
function isSame(value: Scalar, wanted: Scalar): boolean {
  if (typeof value === 'boolean') return (value ? TRUE : FALSE).has(String(wanted))
  if (typeof value === 'number' && typeof wanted === 'boolean') return value === Number(wanted)
  if (typeof value === 'number') return String(wanted).trim() !== '' && value === Number(wanted)
  return value === String(wanted)
}

/** Compares two values: the result is negative, 0 or positive; `NaN` for values that cannot be compared. */
function compare(a: Scalar, b: Scalar): number {
  const [x, y] = [Number(a), Number(b)]
  if (!Number.isNaN(x) && !Number.isNaN(y) && a !== '' && b !== '') return x - y
  if (typeof a !== 'string' || typeof b !== 'string') return Number.NaN
  // A time has one of two formats, `2026-09-01 00:00:00` or `2026-09-01T00:00:00`.
  const [s, t] = [a.replace('T', ' '), b.replace('T', ' ')]
  return s < t ? -1 : s > t ? 1 : 0
}

function isWithin(value: Scalar, { gt, gte, lt, lte }: Bounds): boolean {
  return (
    (gt === undefined || compare(value, gt) > 0) &&
    (gte === undefined || compare(value, gte) >= 0) &&
    (lt === undefined || compare(value, lt) < 0) &&
    (lte === undefined || compare(value, lte) <= 0)
  )
}

function isAmong(values: readonly Scalar[], wanted: readonly Scalar[]): boolean {
  return values.some((value) => wanted.some((other) => isSame(value, other)))
}

/**
 * Returns the values of a facet: the values of the available variants (`sets_options`) if the document has
 * them, otherwise the values of the field.
 */
export function facetValues(document: Document, field: string): Scalar[] {
  const options = `${field}_options`
  return valuesAt(document, Object.hasOwn(document, options) ? options : field)
}

/** Checks whether the document meets the condition. */
export function matches(document: Document, condition: SearchCondition): boolean {
  switch (condition.kind) {
    case 'among':
      return isAmong(valuesAt(document, condition.field), condition.values)
    case 'facet':
      return isAmong(facetValues(document, condition.field), condition.values)
    case 'exists':
      return existsAt(document, condition.field)
    case 'range':
      return valuesAt(document, condition.field).some((value) => isWithin(value, condition.bounds))
    case 'prefix':
      return valuesAt(document, condition.field).some((value) => String(value).startsWith(condition.value))
    case 'not':
      return !matches(document, condition.of)
    case 'all':
      return condition.of.every((part) => matches(document, part))
    case 'any':
      return condition.of.some((part) => matches(document, part))
  }
}

/** Checks whether each word of `text` occurs in one of the fields; an empty text always matches. */
export function containsText(document: Document, text: string, fields: readonly string[]): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const values = fields
    .flatMap((field) => valuesAt(document, field))
    .map((value) => String(value).toLowerCase())
  return words.every((word) => values.some((value) => value.includes(word)))
}

/**
 * Sorts documents. Documents without a value come last; ties are sorted by id in the direction of the first
 * key. The random sort uses `random`, which returns a number from 0 to 1.
 */
export function sortDocuments<Doc extends Document>(
  documents: readonly Doc[],
  sort: readonly SortKey[],
  random: () => number,
): Doc[] {
  if (sort.some(({ field }) => field === RANDOM_SORT)) return shuffle(documents, random)
  const keys = sort.length > 0 ? [...sort, { field: 'id', descending: sort[0]?.descending ?? false }] : []
  return [...documents].sort((a, b) => {
    for (const { field, descending } of keys) {
      const order = compareAt(a, b, field, descending)
      if (order !== 0) return order
    }
    return 0
  })
}

/** Returns the items in random order; `random` returns a number from 0 to 1. */
export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, position: random() }))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item)
}

function compareAt(a: Document, b: Document, field: string, descending: boolean): number {
  const [x] = valuesAt(a, field)
  const [y] = valuesAt(b, field)
  if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined)
  const order = compare(x, y) || 0
  return descending ? -order : order
}
