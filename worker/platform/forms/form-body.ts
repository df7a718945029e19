/** Limits the size of forms: a larger form is refused before it is read, and only the beginning of a long field is read. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Largest form without files, in bytes. */
export const FORM_MAX = 65_536
/** Number of characters that are read of one field; every rule refuses a text of this length. */
const FIELD_MAX = 8_000

/** Returns the first characters of a field. A surrogate pair that would be split at the end is removed. */
export function cutField(text: string): string {
  return text.slice(0, FIELD_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

/** Refuses larger forms with 413. */
export function limitForm(): MiddlewareHandler {
  return bodyLimit({ maxSize: FORM_MAX, onError: (c) => c.text('The form is too large.', 413) })
}

/** Reads the texts of a form by field name; empty when the body is not a form. */
export async function readFormTexts(c: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, cutField(value)]] : [],
    ),
  )
}
