/**
 * Lists that were shown or prefetched, stored in this browser for times without a connection. They contain no personal
 * data. With a connection the shopper always gets the server's response.
 */
import { DAY_MS } from '../../../schema/platform/duration.ts'

const CACHE = 'lists'
/** Maximum number of lists; a page of 50 cards is about 100 kB. */
const MAX_LISTS = 24
/** How long a cached list may be shown. Milliseconds. */
const STORED_MS = DAY_MS
const STORED_AT = 'x-kept-at'
/** After a slower read the cache is deleted and not read any more. */
const SLOW_MS = 800

let isReadable = true

/** Stores a list, unless storage is forbidden, missing (no secure context) or full. */
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
  // Deleted first, so that it becomes the newest: keys are in the order of writing.
  await cache.delete(href)
  await cache.put(href, new Response(html, { headers }))
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_LISTS)).map((oldest) => cache.delete(oldest)))
}

async function read(href: string): Promise<Response | undefined> {
  const slow = new Promise<never>((_, reject) => setTimeout(reject, SLOW_MS, new Error('slow')))
  return Promise.race([caches.open(CACHE).then((cache) => cache.match(href)), slow])
}

/** Returns a stored list with the time `at` when it was stored (milliseconds since the epoch); `null` without one. */
export async function readCachedListing(
  href: string,
  now = Date.now(),
): Promise<{ response: Response; at: number } | null> {
  if (!isReadable) return null
  try {
    const response = await read(href)
    const at = Number(response?.headers.get(STORED_AT))
    return response && now - at < STORED_MS ? { response, at } : null
  } catch {
    isReadable = false
    void globalThis.caches?.delete(CACHE).catch(() => {})
    return null
  }
}
