/** Lets a page of staff look at an address as a visitor sees it, without a request over the network. */
import type { Hono, MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../env.ts'

/** Sets `visit`, which answers a path of the shop as for a visitor without cookies. */
export function visitorRequests(app: Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  return (c, next) => {
    c.set('visit', async (path) => {
      const response = await app.request(new URL(path, c.req.url).href, {}, c.env, c.executionCtx)
      await response.body?.cancel()
      return { status: response.status, location: response.headers.get('Location') }
    })
    return next()
  }
}
