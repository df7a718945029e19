/**
 * Content pages are the same for all shoppers, so each is rendered once per state of the change feed and cached in two
 * levels: bytes in this isolate's memory, then the platform's cache (86,400 s). A response is stored only when its route
 * is cacheable, its status is 200, it sets no cookie, and the request has no token.
 *
 * The cache has three entry points. `cacheablePages` runs before the routes whose pages may be cached. `pageCache`
 * runs before the other middleware and stores the response with every header that they set. `serveFromMemory`
 * responds from memory before the app runs: router and middleware would add half the cost of a static response (npm
 * run bench).
 */

import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { AppEnv } from '../../env.ts'
import { normalizePath, pageParameters, withoutUnreadParameters } from '../../page-parameters.ts'
import { etagMatches } from '../http/etag.ts'
import { routePattern } from '../metrics/request-metrics.ts'
import { describeError } from '../security/log-redaction.ts'
import { isSecretAddress } from '../security/secret-address.ts'
import { type ChangeFeed, isFresh, PAGE_TTL_MS, recentChangeFeed } from './change-feed.ts'
import { type CacheablePage, PageNotes } from './page-notes.ts'
import { requestChangeFeed } from './request-change-feed.ts'
import { withStaleNote } from './stale-note.ts'

const TTL_SECONDS = PAGE_TTL_MS / 1000
/** Bytes of memory for pages, of the isolate's 128 MB. */
const BUDGET = 24 * 1024 * 1024
/** Estimated bytes of an entry besides its body. */
const ENTRY_BYTES = 1024

interface Entry {
  body: Uint8Array<ArrayBuffer>
  /** All headers of the response from memory. */
  headers: Headers
  etag: string
  /** Pattern of the page's route, for the data point of a response from memory. */
  route: string
  tags: string[]
  /** Id of the latest stock event that the page includes. */
  at: number
  /** Time at which the page counted the whole stock, in milliseconds; `null` for a page without counts. */
  countedAt: number | null
}

/** Set by the build (vite.config.ts); undefined in tests and under `wrangler dev` from sources. */
declare const __BUILD_ID__: string | undefined
const BUILD = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'source'
/** Under `npm run dev` no page is cached, so that a saved file is visible at once. */
const IS_DEVELOPMENT = BUILD === 'developing'

const memory = new LRUCache<string, Entry>({
  maxSize: BUDGET,
  sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
})

const TAGS_HEADER = 'x-shows'
const EVENT_HEADER = 'x-stock-event'
const COUNTED_AT_HEADER = 'x-counted-at'
/**
 * Largest age of counts and lowest prices after a sale, because they depend on pools that the page does not show.
 * Together with the delay of the change feed (10 s) they are at most 40 s old.
 */
const MAX_COUNTS_AGE_MS = 30_000

/** Returns the path in its plain spelling with the parameters that the page reads, in a fixed order. */
export function cacheKey(address: string): string {
  // Most addresses are a plain path; parsing them would be a large part of the cost of a response from memory.
  if (!/[?%]/.test(address)) return address.slice(address.indexOf('/', address.indexOf('//') + 2))
  const url = new URL(address)
  const path = normalizePath(url.pathname)
  const query = new URLSearchParams(pageParameters(path, url.searchParams)).toString()
  return query ? `${path}?${query}` : path
}

/** Checks whether a cached page may be used: a read without a token, at an address that grants no access. */
function isAnonymousRead({ method, url, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !headers.has('Authorization') && !isSecretAddress(url)
}

/** Returns the page in memory if it is still current. */
function findCurrent(key: string, feed: ChangeFeed): Entry | null {
  const entry = memory.get(key)
  return entry && isCurrent(entry, feed, Date.now()) ? entry : null
}

/** Checks that no pool of the page changed, and that its counts are recent enough. */
function isCurrent(
  { at, tags, countedAt }: Pick<Entry, 'at' | 'tags' | 'countedAt'>,
  feed: ChangeFeed,
  now: number,
): boolean {
  if (!isFresh(feed, at, tags)) return false
  return countedAt === null || feed.at <= at || Math.abs(now - countedAt) < MAX_COUNTS_AGE_MS
}

function respond(request: Request, { body, headers, etag }: Entry): Response {
  if (etagMatches(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

/** First letters of a tag that names texts, such as the reviews of all products, and no pool of stock. */
export const TEXT_TAG = 'text:'

/** Marks a cached page whose stock cannot be checked: with a header, and with a note if the page shows stock or a list. */
function asStale(entry: Entry): Entry {
  const headers = new Headers(entry.headers)
  const etag = entry.etag.replace(/"$/, '-stale"')
  headers.set('ETag', etag)
  headers.set('X-Page-Cache', 'stale')
  const showsStock = entry.tags.some((tag) => !tag.startsWith(TEXT_TAG))
  return { ...entry, body: showsStock ? withStaleNote(entry.body) : entry.body, headers, etag }
}

async function fingerprint(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `"${[...digest.subarray(0, 12)].map((b) => b.toString(16).padStart(2, '0')).join('')}"`
}

async function toEntry(
  response: Response,
  { route, tags, at, countedAt }: Pick<Entry, 'route' | 'tags' | 'at' | 'countedAt'>,
): Promise<Entry> {
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = response.headers.get('ETag') ?? (await fingerprint(body))
  const headers = new Headers(response.headers)
  // These headers describe the transfer of this response, or the copy in the platform's cache.
  for (const name of ['Transfer-Encoding', 'Content-Length', TAGS_HEADER, EVENT_HEADER, COUNTED_AT_HEADER])
    headers.delete(name)
  headers.set('Cache-Control', BROWSER_CACHING)
  headers.set('ETag', etag)
  headers.set('X-Page-Cache', 'memory')
  return { body, headers, etag, route, tags, at, countedAt }
}

function isStorable(c: Context<AppEnv>): boolean {
  return (
    c.res.status === 200 &&
    c.res.body !== null &&
    !c.get('pageCache').isSkipped &&
    !c.res.headers.has('Set-Cookie') &&
    !c.res.headers.has('Cache-Control')
  )
}

/**
 * Responds from memory if a recent change feed shows that the page is current, and names the page's route; `null` when the
 * app must respond.
 */
export function serveFromMemory(request: Request): { response: Response; route: string } | null {
  const feed = recentChangeFeed(Date.now())
  if (!feed || !isAnonymousRead(request)) return null
  const entry = findCurrent(`${feed.version} ${cacheKey(request.url)}`, feed)
  return entry && { response: respond(request, entry), route: entry.route }
}

/** Stores the pages that `cacheablePages` marked, with their final headers. Must be the outermost middleware. */
export function pageCache(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('pageCache', new PageNotes())
    await next()
    const notes = c.get('pageCache')
    if (!notes.cacheable || !c.res.body) return
    const [body, copyBody] = c.res.body.tee()
    const copy = new Response(copyBody, { headers: c.res.headers })
    c.res = new Response(body, c.res)
    const stored = store(copy, notes.cacheable, notes).catch((error) =>
      console.error('A page could not be stored', describeError(error)),
    )
    c.executionCtx.waitUntil(stored)
  }
}

/** Caches the pages of the following routes, except pages that set a Cache-Control header of their own. */
export function cacheablePages(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Checked before unread parameters are removed, because they may grant access.
    const isCacheable = isAnonymousRead(c.req.raw)
    dropUnreadParameters(c)
    if (IS_DEVELOPMENT || !isCacheable) return next()
    const now = Date.now()
    const feed = await requestChangeFeed(c)
    const address = cacheKey(c.req.url)
    const key = `${feed.version} ${address}`
    // During an outage of D1 a stale page is better than an error: the cart refuses sold tires.
    const known = findCurrent(key, feed) ?? (feed.isOutage && memory.get(key))
    if (known) return respond(c.req.raw, feed.isOutage ? asStale(known) : known)

    const edgeKey = new Request(
      `https://pages.invalid/${BUILD}/${encodeURIComponent(feed.version)}${address}`,
    )
    // If the page in memory is stale, the copy in the platform's cache is not newer.
    const stored = memory.has(key) ? undefined : await caches.default.match(edgeKey)
    if (stored) {
      const tags = stored.headers.get(TAGS_HEADER)?.split(',').filter(Boolean).map(decodeURIComponent) ?? []
      const at = Number(stored.headers.get(EVENT_HEADER))
      const counted = stored.headers.get(COUNTED_AT_HEADER)
      const facts = { route: routePattern(c), tags, at, countedAt: counted === null ? null : Number(counted) }
      if (feed.isOutage || isCurrent(facts, feed, Date.now())) {
        const entry = await toEntry(stored, facts)
        memory.set(key, entry)
        if (feed.isOutage) return respond(c.req.raw, asStale(entry))
        const headers = new Headers(entry.headers)
        headers.set('X-Page-Cache', 'edge')
        return respond(c.req.raw, { ...entry, headers })
      }
    }

    await next()
    // A page rendered from the last known feed is not cached.
    if (feed.isOutage) return
    if (c.req.method !== 'GET' || !isStorable(c)) return
    c.res.headers.set('Cache-Control', BROWSER_CACHING)
    c.res.headers.set('X-Page-Cache', 'made')
    c.get('pageCache').cacheable = { key, edgeKey, route: routePattern(c), at: feed.at, now }
  }
}

/** Removes the parameters that the page does not read from the request; `asked` keeps the full address. */
function dropUnreadParameters(c: Context<AppEnv>): void {
  const address = withoutUnreadParameters(c.req.url)
  if (address === null) return
  c.set('asked', c.req.url)
  c.req.raw = new Request(address, c.req.raw)
}

/** Browsers may store a page but must revalidate it before each use. */
const BROWSER_CACHING = 'public, max-age=0, must-revalidate'

async function store(
  copy: Response,
  { key, edgeKey, route, at, now }: CacheablePage,
  notes: PageNotes,
): Promise<void> {
  // A stream that ends early is not stored.
  const body = await copy.arrayBuffer().catch(() => null)
  if (!body) return
  // Now the last part of the page has been sent, so the notes are complete.
  if (notes.isSkipped) return
  const tags = [...notes.tags]
  const countedAt = notes.isCounting ? now : null
  const entry = await toEntry(new Response(body, { headers: copy.headers }), { route, tags, at, countedAt })
  memory.set(key, entry)
  const headers = new Headers(entry.headers)
  headers.set('Cache-Control', `public, max-age=${TTL_SECONDS}`)
  headers.set(TAGS_HEADER, tags.map(encodeURIComponent).join(','))
  headers.set(EVENT_HEADER, String(at))
  if (countedAt !== null) headers.set(COUNTED_AT_HEADER, String(countedAt))
  await caches.default.put(edgeKey, new Response(entry.body, { headers }))
}
