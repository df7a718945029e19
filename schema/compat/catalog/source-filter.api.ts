/** Selects the fields of a document in a reply by names with `*` and dotted paths (`_source_include`). */
import { MAX_QUERY_TEXT } from '../../platform/limits/long-text.api.ts'

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
  const list = typeof given === 'string' && given.length <= MAX_QUERY_TEXT ? given.split(',') : given
  if (!Array.isArray(list) || list.length > SOURCE_MAX) return null
  const names = list.filter((name): name is string => typeof name === 'string').map((name) => name.trim())
  return names.length === list.length && names.every((name) => name.length <= 100)
    ? names.filter(Boolean)
    : null
}

/** True when no field can come through: the documents need not be made at all. */
export function excludesAllFields({ exclude }: SourceFilter): boolean {
  return exclude.includes('*')
}

/** What the patterns say of one path. */
interface Match {
  included: boolean
  excluded: boolean
  /** Something below may be included, or excluded. */
  mayHold: boolean
  mayLose: boolean
}

/**
 * A function that gives a document with what the filter lets through; lists keep their order, what becomes empty goes.
 * Documents have the same few paths, each of which is held against the patterns once: 200 patterns of many stars over
 * 500 products would otherwise take half a minute.
 */
export function createSourceFilter(
  filter: SourceFilter,
): (document: Readonly<Record<string, unknown>>) => Record<string, unknown> {
  const { include, exclude } = filter
  if (include.length === 0 && exclude.length === 0) return (document) => ({ ...document })
  const verdicts = new Map<string, Match>()

  function verdictOn(path: string): Match {
    const known = verdicts.get(path)
    if (known) return known
    const verdict: Match = {
      included: include.some((pattern) => fits(pattern, path)),
      excluded: exclude.some((pattern) => fits(pattern, path)),
      mayHold: include.some((pattern) => mayBeBelow(pattern, path)),
      mayLose: exclude.some((pattern) => mayBeBelow(pattern, path)),
    }
    verdicts.set(path, verdict)
    return verdict
  }

  function pick(value: unknown, path: string, included: boolean): unknown {
    if (Array.isArray(value)) {
      if (included && !verdictOn(path).mayLose) return value
      const items = value.map((item) => pick(item, path, included)).filter((item) => item !== undefined)
      return items.length > 0 ? items : undefined
    }
    if (typeof value !== 'object' || value === null) return included ? value : undefined
    const kept: Record<string, unknown> = {}
    for (const [name, inner] of Object.entries(value)) {
      const below = path === '' ? name : `${path}.${name}`
      const verdict = verdictOn(below)
      const whole = included || verdict.included
      if (verdict.excluded || (!whole && !verdict.mayHold)) continue
      const picked = pick(inner, below, whole)
      if (picked !== undefined) kept[name] = picked
    }
    return Object.keys(kept).length > 0 || included ? kept : undefined
  }

  return (document) => (pick(document, '', include.length === 0) as Record<string, unknown> | undefined) ?? {}
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
