/** Violations of a body's schema in the format of ajv, which API clients expect. */
import * as v from 'valibot'

export const SCHEMA_ERROR = v.object({ keyword: v.string(), dataPath: v.string(), message: v.string() })
export type SchemaError = v.InferOutput<typeof SCHEMA_ERROR>

/** Validates a body with its schema and returns the value or all violations. */
export function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): { ok: true; body: v.InferOutput<Schema> } | { ok: false; errors: SchemaError[] } {
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return { ok: true, body: parsed.output }
  const errors = parsed.issues.map((issue) => ({
    keyword: issue.type,
    dataPath: `.${v.getDotPath(issue) ?? ''}`,
    message: issue.message,
  }))
  return { ok: false, errors }
}
