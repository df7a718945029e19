/** A plain form is small: what is larger is refused before it is read. */
import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/** Largest form, in bytes. */
const FORM_MAX = 65_536

export function limitForm(): MiddlewareHandler {
  return bodyLimit({ maxSize: FORM_MAX, onError: (c) => c.text('The form is too large.', 413) })
}
