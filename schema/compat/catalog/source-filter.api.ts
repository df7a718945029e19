/** Selects the fields of a document in a reply by names with `*` and dotted paths (`_source_include`). */
import { MAX_QUERY_TEXT } from '../../platform/limits/long-text.api.ts'

export interface SourceFilter {
  /** Empty means all fields. */
  include: readonly string[]
  exclude: readonly string[]
}

/** Largest number of patterns; clients send some forty names. */
const SOURCE_MAX = 200

/** Parses a comma-separated text or a list of names; `null` for other values. */
export function readPatterns(value: unknown): string[] | null {
  if (value === undefined || value === null || value === '') return []
  const list = typeof value === 'string' && value.length <= MAX_QUERY_TEXT ? value.split(',') : value
  if (!Array.isArray(list) || list.length > SOURCE_MAX) return null
  const names = list.filter((name): name is string => typeof name === 'string').map((name) => name.trim())
  return names.length === list.length && names.every((name) => name.length <= 100)
    ? names.filter(Boolean)
    : null
}

/** Checks whether all fields are excluded; then no document needs to be built. */
export function excludesAllFields({ exclude }: SourceFilter): boolean {
  return exclude.includes('*')
}

/** The result of the patterns for one path. */
interface Match {
  included: boolean
  excluded: boolean
  /** Whether a field inside may be included, or excluded. */
  mayInclude: boolean
  mayExclude: boolean
}

/**
 * Returns a function that reduces a document to the selected fields. Lists keep their order, empty objects
 * are removed. The result for each path is cached, because 200 patterns with many stars over 500 products
 * would otherwise take half a minute.
 */
export function createSourceFilter(
  filter: SourceFilter,
): (document: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const { include, exclude } = filter
  if (include.length === 0 && exclude.length === 0) return (document) => ({ ...document })
  const matches = new Map<string, Match>()

  function matchPath(path: string): Match {
    const cached = matches.get(path)
    if (cached) return cached
    const match: Match = {
      included: include.some((pattern) => fits(pattern, path)),
      excluded: exclude.some((pattern) => fits(pattern, path)),
      mayInclude: include.some((pattern) => mayMatchInside(pattern, path)),
      mayExclude: exclude.some((pattern) => mayMatchInside(pattern, path)),
    }
    matches.set(path, match)
    return match
  }

  function pick(value: unknown, path: string, included: boolean): unknown {
    if (Array.isArray(value)) {
      if (included && !matchPath(path).mayExclude) return value
      const items = value.map((item) => pick(item, path, included)).filter((item) => item !== undefined)
      return items.length > 0 ? items : undefined
    }
    if (typeof value !== 'object' || value === null) return included ? value : undefined
    const selected: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) {
      const below = path === '' ? name : `${path}.${name}`
      const match = matchPath(below)
      const whole = included || match.included
      if (match.excluded || (!whole && !match.mayInclude)) continue
      const picked = pick(inner, below, whole)
      if (picked !== undefined) selected[name] = picked
    }
    return Object.keys(selected).length > 0 || included ? selected : undefined
  }

  return (document) => (pick(document, '', include.length === 0) as Record<string, unknown> | undefined) ?? {}
}

/** Matches a pattern whose `*` means any characters, also dots; it never becomes a regular expression. */
function fits(pattern: string, path: string): boolean {
  const parts = pattern.split('*')
  const [first = '', ...rest] = parts
  if (rest.length === 0) return pattern === path
  if (!path.startsWith(first)) return false
  let position = first.length
  const last = rest.pop() ?? ''
  for (const part of rest) {
    const found = path.indexOf(part, position)
    if (found < 0) return false
    position = found + part.length
  }
  return path.length - last.length >= position && path.endsWith(last)
}

/** Checks whether the pattern may match a field inside the path: `stock.qty` for `stock`. */
function mayMatchInside(pattern: string, path: string): boolean {
  const star = pattern.indexOf('*')
  const fixed = star < 0 ? pattern : pattern.slice(0, star)
  return star < 0
    ? pattern.startsWith(`${path}.`)
    : `${path}.`.startsWith(fixed) || fixed.startsWith(`${path}.`)
}
