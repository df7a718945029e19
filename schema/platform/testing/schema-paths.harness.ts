/** For security tests: finds the paths to the fields of a schema, and sets values at a path. */
import type * as v from 'valibot'

export type FieldPath = readonly (string | number)[]
type Inner = Partial<{
  pipe: [v.GenericSchema]
  wrapped: v.GenericSchema
  item: v.GenericSchema
  entries: Record<string, v.GenericSchema>
  options: (v.GenericSchema | string)[]
}>

/** Returns the paths to the fields of a schema; for a list, the list itself and its first member. */
export function schemaPaths(schema: v.GenericSchema, way: FieldPath = []): FieldPath[] {
  const { pipe, wrapped, item, entries, options = [] } = schema as Inner
  const choices = options.filter((option) => typeof option === 'object')
  if (entries)
    return Object.entries(entries).flatMap(([name, entry]): FieldPath[] => schemaPaths(entry, [...way, name]))
  if (item) return [way, ...schemaPaths(item, [...way, 0])]
  const inner = wrapped ?? pipe?.[0]
  if (inner && inner !== schema) return schemaPaths(inner, way)
  return choices.length > 0 ? choices.flatMap((choice) => schemaPaths(choice, way)) : [way]
}

/** Returns the paths to all primitive values in a value. */
export function valuePaths(value: unknown, way: FieldPath = []): FieldPath[] {
  if (typeof value !== 'object' || value === null) return [way]
  const names = Array.isArray(value) ? value.keys() : Object.keys(value)
  return [...names].flatMap((name) =>
    valuePaths((value as Record<string | number, unknown>)[name], [...way, name]),
  )
}

/** Returns a copy of `whole` with `value` at the path; missing parents are created. */
export function withValueAt([name, ...rest]: FieldPath, value: unknown, whole?: unknown): unknown {
  if (name === undefined) return value
  const isObject = typeof whole === 'object' && whole !== null
  const copy: Record<string | number, unknown> = isObject ? { ...whole } : {}
  copy[name] = withValueAt(rest, value, copy[name])
  return typeof name === 'number' ? Object.values(copy) : copy
}
