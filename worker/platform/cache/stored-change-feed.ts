/**
 * Stores the last change feed in the platform's cache: while D1 is away, an isolate that has just started reads from
 * there under which version pages are cached.
 */
import * as v from 'valibot'
import { describeError } from '../security/log-redaction.ts'

/** Written again after this long, by each isolate. */
const STORE_MS = 60_000
const TTL_SECONDS = 86_400
const KEY = 'https://pages.invalid/last-pulse'

const NAMED = v.object({
  version: v.string(),
  catalog: v.string(),
  snapshot: v.nullable(v.string()),
  at: v.number(),
})

/** The feed without its stock events. */
export type NamedFeed = v.InferOutput<typeof NAMED>

let storedAt = Number.NEGATIVE_INFINITY

/** Never fails: only isolates that start during an outage need the stored feed. */
export async function storeFeed(state: NamedFeed, now: number): Promise<void> {
  if (Math.abs(now - storedAt) < STORE_MS) return
  storedAt = now
  const headers = { 'Cache-Control': `public, max-age=${TTL_SECONDS}` }
  const { version, catalog, snapshot, at } = state
  try {
    const body = JSON.stringify({ version, catalog, snapshot, at })
    await caches.default.put(KEY, new Response(body, { headers }))
  } catch (error) {
    console.error('The change feed could not be stored', describeError(error))
  }
}

export async function loadStoredFeed(): Promise<NamedFeed | null> {
  const stored = await caches.default.match(KEY).catch(() => undefined)
  const parsed = v.safeParse(NAMED, await stored?.json().catch(() => null))
  return parsed.success ? parsed.output : null
}
