/**
 * Swaps the parts of a listing that depend on its query, instead of loading the page. The page itself is fetched and its
 * marked regions (`data-swap`) replace those of the document, so only the server renders listings.
 */
import { opensElsewhere } from '../../platform/islands/opens-elsewhere.ts'
import { parseTrustedPage } from '../../platform/trusted-types.ts'
import { cacheListing, readCachedListing } from './listing-cache.ts'
import { clearListingError, showCachedNotice, showListingError } from './listing-failure.ts'
import { measurePageLoad, prefetchNextPage } from './listing-prefetch.ts'
import { LISTING_UPDATED } from './listing-updated.ts'

interface SwapOptions {
  /** False when the browser has already changed the address (back, forward, retry). */
  push?: boolean
  /** Id of the element that keeps the focus. */
  keepFocusOn?: string | undefined
  /** Shows a message in a live region. */
  announce?: (message: string) => void
  /** Scroll position afterwards, in pixels from the top. */
  top?: number | undefined
}

interface State {
  listing?: boolean
  top?: number
}

let running: AbortController | null = null
let listening = false
let defaultAnnounce: (message: string) => void = () => {}
let saveState: () => () => void = () => () => {}
/** Path and query of the listing that is shown; the hash may change without a swap. */
let shown = ''

const regions = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-swap]')]
const addressNow = () => location.pathname + location.search

/** Returns the text for screen readers: `398 tires, page 1 of 8`. */
function readAnnouncement(root: ParentNode): string {
  return root.querySelector<HTMLElement>('[data-announce]')?.dataset.announce ?? ''
}

function swapRegions(next: Document, keepFocusOn: string | undefined): void {
  const restoreState = saveState()
  const incoming = new Map(regions(next).map((region) => [region.dataset.swap, region]))
  for (const region of regions(document)) {
    const source = incoming.get(region.dataset.swap)
    if (source) region.replaceChildren(...source.childNodes)
  }
  document.title = next.title
  restoreState()
  // The used element was replaced; its successor has the same id.
  const successor = keepFocusOn ? document.getElementById(keepFocusOn) : null
  if (successor) successor.focus({ preventScroll: true })
  else if (keepFocusOn) document.getElementById('results')?.focus({ preventScroll: true })
}

/** Marks the list as busy for screen readers and the document as loading for styles. */
function setLoading(on: boolean): void {
  const results = document.getElementById('results')
  if (on) results?.setAttribute('aria-busy', 'true')
  else results?.removeAttribute('aria-busy')
  document.documentElement.toggleAttribute('data-loading', on)
}

/** Aborts the running request of a list, because the shopper has changed the filters. */
export function abortListingNavigation(): void {
  running?.abort()
  running = null
  setLoading(false)
}

interface LoadedListing {
  next: Document
  url: string
  /** Time when a cached list was stored; milliseconds since the epoch. */
  at?: number
}

async function parseListing(response: Response): Promise<{ next: Document; html: string }> {
  const { page, html } = await parseTrustedPage(response)
  if (regions(page).length === 0) throw new Error('no listing')
  return { next: page, html }
}

/** Fetches a list and stores it in the cache. */
async function fetchListing(href: string, signal?: AbortSignal): Promise<LoadedListing> {
  const response = await fetch(href, { signal: signal ?? null, headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(String(response.status))
  const { next, html } = await parseListing(response)
  // Under both addresses, if one redirects to the other.
  for (const address of new Set([new URL(href, location.href).href, response.url]))
    void cacheListing(address, html)
  return { next, url: response.url }
}

/** Loads a list; without a connection from the cache. */
async function loadListing(href: string, signal: AbortSignal): Promise<LoadedListing> {
  try {
    return await fetchListing(href, signal)
  } catch (error) {
    if (navigator.onLine || signal.aborted) throw error
    const { href: url } = new URL(href, location.href)
    const found = await readCachedListing(url)
    if (!found) throw error
    const { next } = await parseListing(found.response)
    return { next, url, at: found.at }
  }
}

/**
 * Shows the listing at `href` in place and announces it. If it cannot be loaded, a message with a retry button is shown
 * above the current list, which stays. A later call aborts an earlier one.
 */
export async function navigateListing(href: string, options: SwapOptions = {}): Promise<void> {
  const { push = true, keepFocusOn, announce = defaultAnnounce, top } = options
  running?.abort()
  const controller = new AbortController()
  running = controller
  const results = document.getElementById('results')
  setLoading(true)
  const startedAt = performance.now()
  try {
    const { next, url, at } = await loadListing(href, controller.signal)
    if (controller.signal.aborted) return
    const duration = performance.now() - startedAt
    if (push) {
      history.replaceState({ ...history.state, listing: true, top: scrollY } satisfies State, '')
      history.pushState({ listing: true } satisfies State, '', url)
    }
    clearListingError()
    swapRegions(next, keepFocusOn)
    shown = addressNow()
    document.dispatchEvent(new CustomEvent(LISTING_UPDATED))
    announce(readAnnouncement(document))
    if (top !== undefined) scrollTo({ top, behavior: 'instant' })
    if (at === undefined) prefetchNextPage(duration, fetchListing)
    else showCachedNotice(results, at, () => void navigateListing(location.href, { ...options, push: false }))
  } catch {
    if (controller.signal.aborted) return
    showListingError(results, href, () => void navigateListing(href, options))
  } finally {
    if (running === controller) {
      running = null
      setLoading(false)
    }
  }
}

function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link?.closest('[data-swap]') || event.defaultPrevented || opensElsewhere(event)) return
  if (new URL(link.href).pathname !== location.pathname) return
  event.preventDefault()
  const panel = link.closest<HTMLElement>('#sorts')
  if (panel?.matches(':popover-open')) panel.hidePopover()
  const results = document.getElementById('results')
  const paged = link.closest('.paging') !== null && results
  const top = paged ? results.getBoundingClientRect().top + scrollY : undefined
  // A link in a filter keeps its position and the focus; chips and page numbers do not.
  const isFilterLink = link.id !== '' && link.closest('[data-swap=filters]') !== null
  void navigateListing(link.href, { keepFocusOn: isFilterLink ? link.id : 'results', top })
}

function onPopState({ state }: PopStateEvent): void {
  const saved = state as State | null
  if (!saved?.listing || addressNow() === shown) return
  void navigateListing(location.href, { push: false, top: saved.top })
}

/**
 * Starts the listeners, once per page: chips, links in filters, page numbers, Back and Forward swap the listing.
 * `announce` shows a message in a live region; `save` saves the state of the filters before a swap and returns the
 * function that restores it.
 */
export function enhanceListing({
  announce,
  save,
}: {
  announce: (message: string) => void
  save: () => () => void
}): void {
  defaultAnnounce = announce
  saveState = save
  if (listening) return
  listening = true
  shown = addressNow()
  history.replaceState({ ...history.state, listing: true } satisfies State, '')
  void cacheListing(location.href.replace(/#.*$/, ''), document.documentElement.outerHTML)
  prefetchNextPage(measurePageLoad(), fetchListing)
  document.addEventListener('click', onClick)
  addEventListener('popstate', onPopState)
}
