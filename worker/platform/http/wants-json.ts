import type { Context } from 'hono'

/** Returns whether a script asks, which gets the JSON envelope; a browser that sends a form gets a page. */
export function wantsJson(c: Context): boolean {
  return c.req.header('Accept')?.includes('application/json') ?? false
}
