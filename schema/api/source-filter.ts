/** Which fields of a document are answered: names with `*` and dotted paths (wire.md §7.1, `_source_include`). */

export interface SourceFilter {
  /** Empty is everything. */
  include: readonly string[]
  exclude: readonly string[]
}

/** Patterns of one request; clients list some forty names. */
const SOURCE_MAX = 200

/** A comma list or an array of names; `null` for anything else. */
export function readPatterns(given: unknown): string[] | null {
  if (given === undefined || given === null || given === '') return []
  const list = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(list) || list.length > SOURCE_MAX) return null
  const names = list.filter((name): name is string => typeof name === 'string').map((name) => name.trim())
  return names.length === list.length && names.every((name) => name.length <= 100)
    ? names.filter(Boolean)
    : null
}

/** True when no field can come through: the documents need not be made at all. */
export function hidesEverything({ exclude }: SourceFilter): boolean {
  return exclude.includes('*')
}

/** The document with what the filter lets through; lists keep their order, what becomes empty goes. */
export function filterSource(
  document: Readonly<Record<string, unknown>>,
  filter: SourceFilter,
): Record<string, unknown> {
  if (filter.include.length === 0 && filter.exclude.length === 0) return { ...document }
  return (
    (pick(document, '', filter, filter.include.length === 0) as Record<string, unknown> | undefined) ?? {}
  )
}

function pick(value: unknown, path: string, filter: SourceFilter, included: boolean): unknown {
  if (Array.isArray(value)) {
    if (included && !filter.exclude.some((pattern) => mayBeBelow(pattern, path))) return value
    const items = value.map((item) => pick(item, path, filter, included)).filter((item) => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object' || value === null) return included ? value : undefined
  const kept: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(value)) {
    const below = path === '' ? name : `${path}.${name}`
    if (filter.exclude.some((pattern) => fits(pattern, below))) continue
    const whole = included || filter.include.some((pattern) => fits(pattern, below))
    if (!whole && !filter.include.some((pattern) => mayBeBelow(pattern, below))) continue
    const picked = pick(inner, below, filter, whole)
    if (picked !== undefined) kept[name] = picked
  }
  return Object.keys(kept).length > 0 || included ? kept : undefined
}

/** `*` stands for any letters, dots included. Walked by hand: a pattern from outside never becomes a regular expression. */
function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  if (rest.length === 0) return pattern === path
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}

/** True when the pattern may name something inside the field: `stock.qty` for `stock`. */
function mayBeBelow(pattern: string, path: string): boolean {
  const star = pattern.indexOf('*')
  const fixed = star < 0 ? pattern : pattern.slice(0, star)
  return star < 0
    ? pattern.startsWith(`${path}.`)
    : `${path}.`.startsWith(fixed) || fixed.startsWith(`${path}.`)
}
