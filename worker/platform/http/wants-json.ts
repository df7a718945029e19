import type { Context } from 'hono'

/** Checks whether a script sent the request and expects the JSON envelope; a browser that sends a form expects a page. */
export function wantsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
