/**
 * Any origin may call the API, and finds no cookies there. Hono's own `cors` answers the preflight; on the call itself
 * it would set its header before there is an answer, on a response that is then copied and thrown away
 * (`npm run bench -- --only cart` sees it). So that header is set afterwards.
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
