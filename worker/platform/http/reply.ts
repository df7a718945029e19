/** Responses in the envelope `{code, result, meta?}`; the HTTP status equals the code. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Responds with `result` and `code`. Responses of the API are never cached. */
export function reply(c: Context, code: number, result: unknown, meta?: Record<string, unknown>): Response {
  c.header('Cache-Control', 'no-cache, no-store')
  return c.json(meta ? { code, result, meta } : { code, result }, code as ContentfulStatusCode)
}
