/** Answers for machines that are costly to make and may be an hour old: made once per data center. */
import type { Context } from 'hono'

/** The response kept under this address for `seconds`, or the one that `make` gives. Only a 200 is kept. */
export async function edgeCached(
  c: Context,
  seconds: number,
  make: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url)
  // Parameters change nothing here, and must not be a way around what is kept.
  const key = new Request(`${origin}${pathname}`)
  const kept = await caches.default.match(key)
  if (kept) return new Response(kept.body, kept)
  const made = await make()
  if (made.status !== 200) return made
  made.headers.set('Cache-Control', `public, max-age=${seconds}`)
  // A body that breaks off is kept by nobody; whoever writes it has said why.
  c.executionCtx.waitUntil(caches.default.put(key, made.clone()).catch(() => undefined))
  return made
}
