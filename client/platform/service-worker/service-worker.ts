/**
 * The service worker. Content pages come from the network and are stored when they are visited; built files and
 * pictures come from the cache. Without a connection a cached page is shown; a product, category or text that was
 * never visited redirects to Home, every other page shows the offline page. Personal pages are never stored.
 */

import { CMS_PATHS, paths } from '../../../schema/paths.ts'
import {
  canActivateServiceWorker,
  EMPTY_SEARCH,
  isImmutable,
  isSearch,
  OFFLINE_HASH,
  OFFLINE_OWN_PATH,
  OFFLINE_PAGE_TTL_MS,
  OFFLINE_PATH,
  OFFLINE_WORK_CACHE,
  OFFLINE_WORK_PATH,
  pageKind,
} from '../../../schema/platform/offline/offline.ts'
import { createResponseCache } from './response-cache.ts'

declare const self: ServiceWorkerGlobalScope
/** Set by the build: the version of this set of files, and the files that every page needs. */
declare const __FILES__: { version: string; shell: string[] }

const PAGES = { name: 'pages', max: 60 }
/** Apart from the pages: the requests of one typed search would replace all cached pages. */
const SEARCHES = { name: 'searches', max: 60 }
const PICTURES = { name: 'pictures', max: 300 }
/** Files of this build; those of the previous build stay for pages that are still open. */
const ASSETS = { name: `assets-${__FILES__.version}`, max: 400 }
const MAX_CACHED_BUILDS = 2

const responses = createResponseCache(
  {
    caches: self.caches,
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    usage: async () => (await navigator.storage?.estimate?.())?.usage ?? null,
  },
  // Pages store lists themselves (client/catalog/listing/listing-cache.ts).
  [PAGES.name, SEARCHES.name, PICTURES.name, 'lists'],
)

const toUrl = (path: string) => new URL(path, self.location.origin).href

async function install(): Promise<void> {
  const cache = await self.caches.open(ASSETS.name)
  await cache.addAll(__FILES__.shell)
  for (const path of [paths.home, OFFLINE_PATH, OFFLINE_OWN_PATH]) await visit(new Request(toUrl(path)))
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (canActivateServiceWorker(open.map(({ url }) => new URL(url).pathname))) await self.skipWaiting()
}

async function activate(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  const builds = (await self.caches.keys()).filter((name) => name.startsWith('assets-'))
  await Promise.all(builds.slice(0, -MAX_CACHED_BUILDS).map((name) => self.caches.delete(name)))
  await self.clients.claim()
}

/** Fetches all other files of the build's manifest, for islands that are hydrated without a connection. */
async function prefetch(): Promise<void> {
  const savesData = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData
  const manifest = savesData ? null : await fetch('/manifest.json').catch(() => null)
  if (!manifest?.ok) return
  const chunks: { file: string }[] = Object.values(await manifest.json())
  const cache = await self.caches.open(ASSETS.name)
  for (const { file } of chunks) {
    if (!(await cache.match(`/${file}`))) await cache.add(`/${file}`).catch(() => {})
  }
}

/** Fetches a page from the network and stores it if it is public. */
async function visit(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
  const response = (await preloaded) ?? (await fetch(request))
  const isPublic = response.headers.get('Cache-Control')?.includes('public')
  if (response.ok && isPublic && response.headers.get('Content-Type')?.startsWith('text/html')) {
    await responses.write(PAGES.name, response.url || request.url, response.clone(), PAGES.max)
  }
  return response
}

/** Fetches the page that staff work with and stores it; without a session it is deleted. */
async function visitWork(request: Request, preloaded?: Promise<Response | undefined>): Promise<Response> {
  const response = (await preloaded) ?? (await fetch(request))
  if (response.ok) await responses.write(OFFLINE_WORK_CACHE, request.url, response.clone(), 1)
  else if (response.status < 500) await self.caches.delete(OFFLINE_WORK_CACHE)
  return response
}

async function navigate(event: FetchEvent, url: URL): Promise<Response> {
  const kind = pageKind(url.pathname, CMS_PATHS.values())
  try {
    const preloaded = event.preloadResponse as Promise<Response | undefined>
    if (kind === 'work') return await visitWork(event.request, preloaded)
    if (kind === 'personal') return (await preloaded) ?? (await fetch(event.request))
    return await visit(event.request, preloaded)
  } catch {
    return answerOffline(kind, url)
  }
}

/** Returns the stored page of an address; `null` without one and for personal pages, which are never stored. */
async function readPage(kind: ReturnType<typeof pageKind>, address: string): Promise<Response | null> {
  if (kind === 'personal') return null
  if (kind !== 'work') return responses.read(PAGES.name, address, OFFLINE_PAGE_TTL_MS)
  // No other page can send the tires that wait on this phone, so even a slow cache is worth the wait.
  return (await self.caches.match(address, { cacheName: OFFLINE_WORK_CACHE })) ?? null
}

async function answerOffline(kind: ReturnType<typeof pageKind>, url: URL): Promise<Response> {
  const page = await readPage(kind, withoutHash(url))
  if (page) return page
  if (kind === 'leads-home') return Response.redirect(toUrl(paths.home + OFFLINE_HASH), 302)
  const offlinePage = await responses.read(
    PAGES.name,
    toUrl(kind === 'content' ? OFFLINE_PATH : OFFLINE_OWN_PATH),
  )
  return offlinePage ?? Response.error()
}

function withoutHash(url: URL): string {
  return url.href.replace(/#.*$/, '')
}

/** Returns an immutable file: from the cache of any build, else fetched and stored. */
async function file(request: Request, url: URL): Promise<Response> {
  const { name, max } = url.pathname.startsWith('/pictures/') ? PICTURES : ASSETS
  const found = await responses.find(request.url)
  if (found) return found
  const response = await fetch(request).catch(() => null)
  // The network failed, so even a slow cache is worth the wait.
  if (!response) return (await self.caches.match(request.url)) ?? Response.error()
  if (response.ok) await responses.write(name, request.url, response.clone(), max)
  return response
}

/** Answers a search from the network; offline with the cached response, else with an empty result that is marked as offline. */
async function search(request: Request): Promise<Response> {
  const key = await toCacheKey(request.clone())
  try {
    const response = await fetch(request)
    if (response.ok) await responses.write(SEARCHES.name, key, response.clone(), SEARCHES.max)
    return response
  } catch {
    return (await responses.read(SEARCHES.name, key, OFFLINE_PAGE_TTL_MS)) ?? Response.json(EMPTY_SEARCH)
  }
}

/** Returns the cache key of a request: its address, with the digest of a POST body. */
async function toCacheKey(request: Request): Promise<string> {
  if (request.method === 'GET') return request.url
  const digest = await crypto.subtle.digest('SHA-256', await request.arrayBuffer())
  const name = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${request.url}${request.url.includes('?') ? '&' : '?'}asked=${name}`
}

function respond(event: FetchEvent): Promise<Response> | null {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== self.location.origin) return null
  if (isSearch(request.method, url.pathname)) return search(request)
  if (request.method !== 'GET') return null
  if (request.mode === 'navigate') return navigate(event, url)
  return isImmutable(url.pathname) ? file(request, url) : null
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('message', ({ data }) => {
  if (data === 'prefetch') void prefetch()
  // The page was opened before this service worker controlled it.
  if (data === OFFLINE_WORK_CACHE) void visitWork(new Request(toUrl(OFFLINE_WORK_PATH))).catch(() => {})
})
self.addEventListener('fetch', (event) => {
  const response = respond(event)
  if (response) event.respondWith(response)
})
