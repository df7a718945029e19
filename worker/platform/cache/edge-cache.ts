/** Caches costly responses for machines, which may be an hour old, once per data center. */
import type { Context } from 'hono'

/** Returns the response cached under this address for `seconds`, or the one that `make` returns. Only a 200 is cached. */
export async function edgeCached(
  c: Context,
  seconds: number,
  make: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url)
  // Parameters change nothing here, and must not bypass the cache.
  const key = new Request(`${origin}${pathname}`)
  const cached = await caches.default.match(key)
  if (cached) return new Response(cached.body, cached)
  const made = await make()
  if (made.status !== 200) return made
  made.headers.set('Cache-Control', `public, max-age=${seconds}`)
  // A body that breaks off is not cached; its writer has logged the reason.
  c.executionCtx.waitUntil(caches.default.put(key, made.clone()).catch(() => undefined))
  return made
}
