/** A plain form is small: what is larger is refused before it is read, and no field is read to its end. */
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Largest form without files, in bytes. */
export const FORM_MAX = 65_536
/** Characters of one field that are read; every rule refuses a text of this length. */
const FIELD_MAX = 8_000

/** Returns the text that is read of a field. A pair of surrogates that the end would cut in half is left out. */
export function cutField(text: string): string {
  return text.slice(0, FIELD_MAX).replace(/[\uD800-\uDBFF]$/, '')
}

export function limitForm(): MiddlewareHandler {
  return bodyLimit({ maxSize: FORM_MAX, onError: (c) => c.text('The form is too large.', 413) })
}

/** The texts of a form by their fields; what is no form has none. */
export async function formTexts(c: Context): Promise<Readonly<Record<string, string | undefined>>> {
  const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, cutField(value)]] : [],
    ),
  )
}
