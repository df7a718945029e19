/**
 * Stores the last change feed in the platform's cache. During an outage of D1, a newly started isolate reads there
 * under which version pages are cached.
 */
import * as v from 'valibot'
import { describeError } from '../security/log-redaction.ts'

/** Milliseconds between two writes of one isolate. */
const STORE_MS = 60_000
const TTL_SECONDS = 86_400
const KEY = 'https://pages.invalid/last-pulse'

const FEED_VERSION = v.object({
  version: v.string(),
  catalog: v.string(),
  snapshot: v.nullable(v.string()),
  at: v.number(),
  closed: v.optional(v.array(v.number()), []),
})

/** The feed without its stock events. */
export type FeedVersion = v.InferOutput<typeof FEED_VERSION>

let storedAt = Number.NEGATIVE_INFINITY

/** Stores the feed without its stock events. Never throws: only isolates that start during an outage need it. */
export async function storeFeed(state: FeedVersion, now: number): Promise<void> {
  if (Math.abs(now - storedAt) < STORE_MS) return
  storedAt = now
  const headers = { 'Cache-Control': `public, max-age=${TTL_SECONDS}` }
  const { version, catalog, snapshot, at, closed } = state
  try {
    const body = JSON.stringify({ version, catalog, snapshot, at, closed })
    await caches.default.put(KEY, new Response(body, { headers }))
  } catch (error) {
    console.error('The change feed could not be stored', describeError(error))
  }
}

/** Loads the stored feed; `null` without one. */
export async function loadStoredFeed(): Promise<FeedVersion | null> {
  const stored = await caches.default.match(KEY).catch(() => undefined)
  const parsed = v.safeParse(FEED_VERSION, await stored?.json().catch(() => null))
  return parsed.success ? parsed.output : null
}
