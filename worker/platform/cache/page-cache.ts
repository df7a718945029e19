/**
 * Content pages are the same for everybody, so each is rendered once per state and cached in two levels: bytes in
 * this isolate's memory, then the platform's cache (86,400 s). A response is stored only when its route
 * is cacheable, it is a 200 without cookies, and the request carries no token.
 *
 * The cache has three places. `cacheablePages` stands before the routes whose pages may be cached. `pageCache` stands before
 * the guards and stores the response with every header that they set. `serveFromMemory` replies from memory before the app
 * runs: router and guards would cost half as much again as a static response (npm run bench).
 */

import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { AppEnv } from '../../env.ts'
import { addressRead, pageParameters, plainSpelling } from '../../page-parameters.ts'
import { etagMatches } from '../http/etag.ts'
import { isSecretAddress } from '../security/secret-address.ts'
import { type ChangeFeed, isFresh, PAGE_TTL_MS, recentChangeFeed } from './change-feed.ts'
import { type MadePage, PageNotes } from './page-notes.ts'
import { requestChangeFeed } from './request-change-feed.ts'
import { withStaleNote } from './stale-note.ts'

const TTL_SECONDS = PAGE_TTL_MS / 1000
/** Of an isolate's 128 MB. */
const BUDGET = 24 * 1024 * 1024
/** What an entry takes beside its body. */
const ENTRY_BYTES = 1024

interface Entry {
  body: Uint8Array<ArrayBuffer>
  /** Of the answer from memory, complete. */
  headers: Headers
  etag: string
  skus: string[]
  /** Stock event up to which the page is right. */
  at: number
  /** When what it counts in the whole stock was counted; `null` for a page that counts nothing. */
  countedAt: number | null
}

/** Set by the build (vite.config.ts); `wrangler dev` from sources and tests have none. */
declare const __BUILD_ID__: string | undefined
const BUILD = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'source'
/** Under `npm run dev` a saved file is to be seen at once. */
const DEVELOPING = BUILD === 'developing'

const memory = new LRUCache<string, Entry>({
  maxSize: BUDGET,
  sizeCalculation: ({ body }) => body.length + ENTRY_BYTES,
})

const SHOWS = 'x-shows'
const AT = 'x-stock-event'
const COUNTED_AT = 'x-counted-at'
/**
 * Counts and least prices change with pools that their page does not show. Once anything was sold they are this old at
 * most; with what the change feed (10 s) and widgets (15 s) may be behind, a minute at most is left of it.
 */
const COUNTS_MS = 30_000

/** The path in its plain spelling, with the parameters that its page reads in one order. */
export function cacheKey(address: string): string {
  // Most addresses are a plain path; parsing them would be a good part of an answer from memory.
  if (!/[?%]/.test(address)) return address.slice(address.indexOf('/', address.indexOf('//') + 2))
  const url = new URL(address)
  const path = plainSpelling(url.pathname)
  const query = new URLSearchParams(pageParameters(path, url.searchParams)).toString()
  return query ? `${path}?${query}` : path
}

/** Returns true where a cached page may reply: a read without a token, by an address that grants no access. */
function isAnonymousRead({ method, url, headers }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !headers.has('Authorization') && !isSecretAddress(url)
}

/** The page in memory, when nothing that it shows has changed. */
function recall(key: string, state: ChangeFeed): Entry | null {
  const held = memory.get(key)
  return held && isRight(held, state, Date.now()) ? held : null
}

function isRight(
  { at, skus, countedAt }: Pick<Entry, 'at' | 'skus' | 'countedAt'>,
  state: ChangeFeed,
  now: number,
): boolean {
  if (!isFresh(state, at, skus)) return false
  return countedAt === null || state.at <= at || Math.abs(now - countedAt) < COUNTS_MS
}

function answer(request: Request, { body, headers, etag }: Entry): Response {
  if (etagMatches(request.headers.get('If-None-Match'), etag))
    return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

/** A cached page whose stock cannot be checked: it says so, to readers where it shows stock and to machines. */
function asStale(entry: Entry): Entry {
  const headers = new Headers(entry.headers)
  const etag = entry.etag.replace(/"$/, '-stale"')
  headers.set('ETag', etag)
  headers.set('X-Page-Cache', 'stale')
  return { ...entry, body: entry.skus.length > 0 ? withStaleNote(entry.body) : entry.body, headers, etag }
}

async function fingerprint(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', body))
  return `"${[...digest.subarray(0, 12)].map((b) => b.toString(16).padStart(2, '0')).join('')}"`
}

async function toEntry(
  response: Response,
  { skus, at, countedAt }: Pick<Entry, 'skus' | 'at' | 'countedAt'>,
): Promise<Entry> {
  const body = new Uint8Array(await response.arrayBuffer())
  const etag = response.headers.get('ETag') ?? (await fingerprint(body))
  const headers = new Headers(response.headers)
  // Names that describe the transfer of this one response, or the platform's copy of it.
  for (const name of ['Transfer-Encoding', 'Content-Length', SHOWS, AT, COUNTED_AT]) headers.delete(name)
  headers.set('Cache-Control', BROWSER)
  headers.set('ETag', etag)
  headers.set('X-Page-Cache', 'memory')
  return { body, headers, etag, skus, at, countedAt }
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

/** The page from memory, when it needs nothing but memory to know that it still holds; otherwise the app answers. */
export function serveFromMemory(request: Request): Response | null {
  const state = recentChangeFeed(Date.now())
  if (!state || !isAnonymousRead(request)) return null
  const held = recall(`${state.version} ${cacheKey(request.url)}`, state)
  return held && answer(request, held)
}

/** Outermost: keeps what `cacheablePages` let through, with every header it leaves with. */
export function pageCache(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set('pageCache', new PageNotes())
    await next()
    const { made } = c.get('pageCache')
    if (!made || !c.res.body) return
    const [now, later] = c.res.body.tee()
    const copy = new Response(later, { headers: c.res.headers })
    c.res = new Response(now, c.res)
    // A render that breaks off in its stream rejects here, and nothing is stored.
    c.executionCtx.waitUntil(store(copy, made).catch(() => undefined))
  }
}

/** Lets the pages of the routes behind it be cached. Those that must not be set a Cache-Control of their own. */
export function cacheablePages(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // Before the address loses what the page does not read: the headers of one that opens something are its own.
    const mayKeep = isAnonymousRead(c.req.raw)
    dropUnreadParameters(c)
    if (DEVELOPING || !mayKeep) return next()
    const now = Date.now()
    const state = await requestChangeFeed(c)
    const address = cacheKey(c.req.url)
    const key = `${state.version} ${address}`
    // While D1 is away a page that a sale made stale is better than none: the cart refuses what is sold.
    const held = recall(key, state) ?? (state.isOutage && memory.get(key))
    if (held) return answer(c.req.raw, state.isOutage ? asStale(held) : held)

    const edgeKey = new Request(
      `https://pages.invalid/${BUILD}/${encodeURIComponent(state.version)}${address}`,
    )
    // A copy that a sale made stale in memory is no fresher in the platform's cache.
    const stored = memory.has(key) ? undefined : await caches.default.match(edgeKey)
    if (stored) {
      const skus = stored.headers.get(SHOWS)?.split(',').filter(Boolean) ?? []
      const at = Number(stored.headers.get(AT))
      const counted = stored.headers.get(COUNTED_AT)
      const facts = { skus, at, countedAt: counted === null ? null : Number(counted) }
      if (state.isOutage || isRight(facts, state, Date.now())) {
        const entry = await toEntry(stored, facts)
        memory.set(key, entry)
        if (state.isOutage) return answer(c.req.raw, asStale(entry))
        const headers = new Headers(entry.headers)
        headers.set('X-Page-Cache', 'edge')
        return answer(c.req.raw, { ...entry, headers })
      }
    }

    await next()
    // What was made of old knowledge alone is for this moment.
    if (state.isOutage) return
    if (c.req.method !== 'GET' || !isStorable(c)) return
    c.res.headers.set('Cache-Control', BROWSER)
    c.res.headers.set('X-Page-Cache', 'made')
    const notes = c.get('pageCache')
    const countedAt = notes.isCounting ? now : null
    notes.made = { key, edgeKey, skus: [...notes.skus], at: state.at, countedAt }
  }
}

/** Gives the route behind it the parameters that make another page; `asked` keeps the address with all of them. */
function dropUnreadParameters(c: Context<AppEnv>): void {
  const address = addressRead(c.req.url)
  if (address === null) return
  c.set('asked', c.req.url)
  c.req.raw = new Request(address, c.req.raw)
}

/** Browsers may keep a page only to ask whether it still holds. */
const BROWSER = 'public, max-age=0, must-revalidate'

async function store(copy: Response, { key, edgeKey, skus, at, countedAt }: MadePage): Promise<void> {
  const entry = await toEntry(copy, { skus, at, countedAt })
  memory.set(key, entry)
  const headers = new Headers(entry.headers)
  headers.set('Cache-Control', `public, max-age=${TTL_SECONDS}`)
  headers.set(SHOWS, skus.join(','))
  headers.set(AT, String(at))
  if (countedAt !== null) headers.set(COUNTED_AT, String(countedAt))
  await caches.default.put(edgeKey, new Response(entry.body, { headers }))
}
