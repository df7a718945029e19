/**
 * Swaps the parts of a listing that a change of its query changes, instead of loading the page anew. The page
 * itself is fetched and its marked regions (`data-swap`) are put in place, so there is one way to render a listing.
 */
import { parseTrustedPage } from '../../platform/trusted-types.ts'
import { cacheListing, readCachedListing } from './listing-cache.ts'
import { clearListingError, showCachedNotice, showListingError } from './listing-failure.ts'
import { measurePageLoad, prefetchNextPage } from './listing-prefetch.ts'
import { LISTING_UPDATED } from './listing-updated.ts'

interface SwapOptions {
  /** False where the browser has already moved (back, forward, retry). */
  push?: boolean
  /** Id of the element that keeps the focus. */
  keepFocusOn?: string | undefined
  /** Takes the words for a live region. */
  say?: (words: string) => void
  /** Where the page is scrolled to afterwards. */
  top?: number | undefined
}

interface State {
  listing?: boolean
  top?: number
}

let running: AbortController | null = null
let listening = false
let speak: (words: string) => void = () => {}
let beforePlace: () => () => void = () => () => {}
/** Path and query that the page shows; the hash may change without a swap. */
let shown = ''

const regions = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-swap]')]
const addressNow = () => location.pathname + location.search

/** What a screen reader says: `398 tires, page 1 of 8`. */
function announcement(root: ParentNode): string {
  return root.querySelector<HTMLElement>('[data-announce]')?.dataset.announce ?? ''
}

function place(next: Document, keepFocusOn: string | undefined): void {
  const after = beforePlace()
  const fresh = new Map(regions(next).map((region) => [region.dataset.swap, region]))
  for (const region of regions(document)) {
    const source = fresh.get(region.dataset.swap)
    if (source) region.replaceChildren(...source.childNodes)
  }
  document.title = next.title
  after()
  // The element that was used is gone; its successor has the same id.
  const successor = keepFocusOn ? document.getElementById(keepFocusOn) : null
  if (successor) successor.focus({ preventScroll: true })
  else if (keepFocusOn) document.getElementById('results')?.focus({ preventScroll: true })
}

/** The list for readers, the page for styles. */
function flagLoading(on: boolean): void {
  const results = document.getElementById('results')
  if (on) results?.setAttribute('aria-busy', 'true')
  else results?.removeAttribute('aria-busy')
  document.documentElement.toggleAttribute('data-loading', on)
}

/** Lets go of a list that is on its way: the shopper has moved on. */
export function abortListingNavigation(): void {
  running?.abort()
  running = null
  flagLoading(false)
}

interface Answer {
  next: Document
  url: string
  /** When it was stored, of a list from this browser's memory. */
  at?: number
}

async function readListing(response: Response): Promise<{ next: Document; html: string }> {
  const { page, html } = await parseTrustedPage(response)
  if (regions(page).length === 0) throw new Error('no listing')
  return { next: page, html }
}

/** Fetches a list and keeps it. */
async function read(href: string, signal?: AbortSignal): Promise<Answer> {
  const response = await fetch(href, { signal: signal ?? null, headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(String(response.status))
  const { next, html } = await readListing(response)
  // Under both addresses, where one led to the other.
  for (const address of new Set([new URL(href, location.href).href, response.url]))
    void cacheListing(address, html)
  return { next, url: response.url }
}

/** Loads a list; offline, from the cache. */
async function readOrRecall(href: string, signal: AbortSignal): Promise<Answer> {
  try {
    return await read(href, signal)
  } catch (error) {
    if (navigator.onLine || signal.aborted) throw error
    const { href: url } = new URL(href, location.href)
    const found = await readCachedListing(url)
    if (!found) throw error
    const { next } = await readListing(found.response)
    return { next, url, at: found.at }
  }
}

/**
 * Shows the listing at `href` in place and says what it is now. What cannot be fetched is said above the list, with a
 * way to try again; the list that is there stays. A later call takes over from an earlier one.
 */
export async function navigateListing(href: string, options: SwapOptions = {}): Promise<void> {
  const { push = true, keepFocusOn, say = speak, top } = options
  running?.abort()
  const own = new AbortController()
  running = own
  const results = document.getElementById('results')
  flagLoading(true)
  const begin = performance.now()
  try {
    const { next, url, at } = await readOrRecall(href, own.signal)
    if (own.signal.aborted) return
    const took = performance.now() - begin
    if (push) {
      history.replaceState({ ...history.state, listing: true, top: scrollY } satisfies State, '')
      history.pushState({ listing: true } satisfies State, '', url)
    }
    clearListingError()
    place(next, keepFocusOn)
    shown = addressNow()
    document.dispatchEvent(new CustomEvent(LISTING_UPDATED))
    say(announcement(document))
    if (top !== undefined) scrollTo({ top, behavior: 'instant' })
    if (at === undefined) prefetchNextPage(took, read)
    else showCachedNotice(results, at, () => void navigateListing(location.href, { ...options, push: false }))
  } catch {
    if (own.signal.aborted) return
    showListingError(results, href, () => void navigateListing(href, options))
  } finally {
    if (running === own) {
      running = null
      flagLoading(false)
    }
  }
}

/** True for a click that the browser would follow in this tab. */
function isPlain(event: MouseEvent): boolean {
  return !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link?.closest('[data-swap]') || !isPlain(event)) return
  if (new URL(link.href).pathname !== location.pathname) return
  event.preventDefault()
  const panel = link.closest<HTMLElement>('#sorts')
  if (panel?.matches(':popover-open')) panel.hidePopover()
  const results = document.getElementById('results')
  const paged = link.closest('.paging') !== null && results
  const top = paged ? results.getBoundingClientRect().top + scrollY : undefined
  // Marks of a filter stay where they are; chips and page numbers do not.
  const isMark = link.id !== '' && link.closest('[data-swap=filters]') !== null
  void navigateListing(link.href, { keepFocusOn: isMark ? link.id : 'results', top })
}

function onPopState({ state }: PopStateEvent): void {
  const saved = state as State | null
  if (!saved?.listing || addressNow() === shown) return
  void navigateListing(location.href, { push: false, top: saved.top })
}

/**
 * Chips, marks and page numbers swap too, and Back and Forward follow (without a new entry of the history).
 * Listens once per page. `say` gets the words for a live region; `before` what must outlive an exchange.
 */
export function enhanceListing({
  say,
  before,
}: {
  say: (words: string) => void
  before: () => () => void
}): void {
  speak = say
  beforePlace = before
  if (listening) return
  listening = true
  shown = addressNow()
  history.replaceState({ ...history.state, listing: true } satisfies State, '')
  void cacheListing(location.href.replace(/#.*$/, ''), document.documentElement.outerHTML)
  prefetchNextPage(measurePageLoad(), read)
  document.addEventListener('click', onClick)
  window.addEventListener('popstate', onPopState)
}
