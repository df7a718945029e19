/** Caches expensive responses for crawlers once per data center. */
import type { Context } from 'hono'

/**
 * Returns the cached response of this address, or the response of `make`, which is cached for `seconds` if its status
 * is 200.
 */
export async function withEdgeCache(
  c: Context,
  seconds: number,
  make: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url)
  // The responses do not depend on parameters, and parameters must not bypass the cache.
  const key = new Request(`${origin}${pathname}`)
  const cached = await caches.default.match(key)
  if (cached) return new Response(cached.body, cached)
  const response = await make()
  if (response.status !== 200) return response
  response.headers.set('Cache-Control', `public, max-age=${seconds}`)
  // A body whose stream fails is not cached; the code that writes the stream logs the reason.
  c.executionCtx.waitUntil(caches.default.put(key, response.clone()).catch(() => undefined))
  return response
}
