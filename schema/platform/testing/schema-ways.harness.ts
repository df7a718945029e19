/** For security tests: finds the paths to the fields of a schema, and sets values at a path. */
import type * as v from 'valibot'

export type Way = readonly (string | number)[]
type Inner = Partial<{
  pipe: [v.GenericSchema]
  wrapped: v.GenericSchema
  item: v.GenericSchema
  entries: Record<string, v.GenericSchema>
  options: (v.GenericSchema | string)[]
}>

/** Returns the paths to the fields of a schema; for a list, the list itself and its first member. */
export function waysIn(schema: v.GenericSchema, way: Way = []): Way[] {
  const { pipe, wrapped, item, entries, options = [] } = schema as Inner
  const choices = options.filter((option) => typeof option === 'object')
  if (entries) return Object.entries(entries).flatMap(([name, entry]): Way[] => waysIn(entry, [...way, name]))
  if (item) return [way, ...waysIn(item, [...way, 0])]
  const inner = wrapped ?? pipe?.[0]
  if (inner && inner !== schema) return waysIn(inner, way)
  return choices.length > 0 ? choices.flatMap((choice) => waysIn(choice, way)) : [way]
}

/** Returns the paths to all primitive values in a value. */
export function waysOf(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [way]
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...names].flatMap((name) =>
    waysOf((value as Record<string | number, unknown>)[name], [...way, name]),
  )
}

/** Returns a copy of `whole` with `value` at the path; missing parents are created. */
export function holding([name, ...rest]: Way, value: unknown, whole?: unknown): unknown {
  if (name === undefined) return value
  const isObject = typeof whole === 'object' && whole !== null
  const copy: Record<string | number, unknown> = isObject ? { ...whole } : {}
  copy[name] = holding(rest, value, copy[name])
  return typeof name === 'number' ? Object.values(copy) : copy
}
