/** The envelope `{code, result, meta?}` as a response; the HTTP status equals the code. */
import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** Answers `result` under `code`. Nothing of the API is ever stored by a cache. */
export function reply(c: Context, code: number, result: unknown, meta?: Record<string, unknown>): Response {
  c.header('Cache-Control', 'no-cache, no-store')
  return c.json(meta ? { code, result, meta } : { code, result }, code as ContentfulStatusCode)
}
