/**
 * Lists that were shown or asked ahead, stored in this browser for when there is no connection.
 * They hold nothing personal. Anyone who is online is always given the server's answer.
 */
import { DAY_MS } from '../../../schema/platform/duration.ts'

const CACHE = 'lists'
/** A page of 50 is some 100 kB. */
const MAX = 24
/** How long a cached list may be shown. Milliseconds. */
const STORED_MS = DAY_MS
const STORED_AT = 'x-kept-at'
/** A slower read counts as no answer: the cache is deleted, and no list is read from it any more. */
const SLOW_MS = 800

let isAnswering = true

/** Storage may be forbidden, missing (no secure context) or full: then nothing is stored. */
export async function cacheListing(href: string, html: string, now = Date.now()): Promise<void> {
  try {
    await write(href, html, now)
  } catch {
    // A full storage: delete the cache and try once more.
    await globalThis.caches
      ?.delete(CACHE)
      .then(() => write(href, html, now))
      .catch(() => {})
  }
}

async function write(href: string, html: string, now: number): Promise<void> {
  const cache = await caches.open(CACHE)
  const headers = { 'content-type': 'text/html; charset=utf-8', [STORED_AT]: String(now) }
  // Written anew it is the newest: keys come in the order of their writing.
  await cache.delete(href)
  await cache.put(href, new Response(html, { headers }))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX)).map((oldest) => cache.delete(oldest)))
}

async function read(href: string): Promise<Response | undefined> {
  const slow = new Promise<never>((_, reject) => setTimeout(reject, SLOW_MS, new Error('slow')))
  return Promise.race([caches.open(CACHE).then((cache) => cache.match(href)), slow])
}

/** The page of that list as it was `at` (milliseconds since the epoch); `null` when it was not stored. */
export async function readCachedListing(
  href: string,
  now = Date.now(),
): Promise<{ response: Response; at: number } | null> {
  if (!isAnswering) return null
  try {
    const response = await read(href)
    const at = Number(response?.headers.get(STORED_AT))
    return response && now - at < STORED_MS ? { response, at } : null
  } catch {
    isAnswering = false
    void globalThis.caches?.delete(CACHE).catch(() => {})
    return null
  }
}
