/**
 * Allows every origin to call the API, without cookies. Hono's `cors` handles the preflight. On the call itself it
 * would set its header before the response exists, on a response that is then copied and discarded (measurable with
 * `npm run bench -- --only cart`), so this middleware sets the header afterwards.
 */
import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'

export function publicCors(): MiddlewareHandler {
  const preflight = cors()
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') return preflight(c, next)
    await next()
    c.res.headers.set('Access-Control-Allow-Origin', '*')
  }
}
