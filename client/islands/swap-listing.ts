/**
 * Swaps the parts of a listing that a change of its question changes, instead of loading the page anew. The page
 * itself is fetched and its marked regions (`data-swap`) are put in place, so there is one way to render a listing.
 */
export const SWAPPED = 'listing:swapped'

let running: AbortController | null = null
let listening = false

const regions = (root: ParentNode) => [...root.querySelectorAll<HTMLElement>('[data-swap]')]

/** What a reader hears: `398 tires`. */
function announcement(root: ParentNode): string {
  return root.querySelector<HTMLElement>('[data-announce]')?.dataset.announce ?? ''
}

function place(next: Document, keepFocusOn: string | undefined): void {
  const fresh = new Map(regions(next).map((region) => [region.dataset.swap, region]))
  for (const region of regions(document)) {
    const source = fresh.get(region.dataset.swap)
    if (source) region.replaceChildren(...source.childNodes)
  }
  document.title = next.title
  // The element that was used is gone; its successor has the same id.
  if (keepFocusOn) document.getElementById(keepFocusOn)?.focus({ preventScroll: true })
}

/**
 * Shows the listing at `href` in place. `keepFocusOn` is the id of the element that keeps the focus. What cannot be
 * swapped is loaded as a page. Resolves with the words for a live region, `null` when a later swap took over.
 */
export async function swapListing(
  href: string,
  { push = true, keepFocusOn }: { push?: boolean; keepFocusOn?: string | undefined } = {},
): Promise<string | null> {
  running?.abort()
  const own = new AbortController()
  running = own
  const results = document.getElementById('results')
  results?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(href, { signal: own.signal, headers: { Accept: 'text/html' } })
    if (!response.ok) throw new Error(String(response.status))
    const next = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (regions(next).length === 0) throw new Error('no listing')
    if (push) history.pushState({ ...history.state, listing: true }, '', response.url)
    place(next, keepFocusOn)
    document.dispatchEvent(new CustomEvent(SWAPPED))
    return announcement(document)
  } catch {
    if (own.signal.aborted) return null
    location.assign(href)
    return null
  } finally {
    if (running === own) results?.removeAttribute('aria-busy')
  }
}

/**
 * Chips and page numbers swap too, and Back and Forward follow. Listens once per page; `say` gets the words for a
 * live region.
 */
export function listenToListing(say: (words: string) => void): void {
  if (listening) return
  listening = true
  history.replaceState({ ...history.state, listing: true }, '')
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
    const inRegion = link?.closest('[data-swap]')
    const plain =
      !event.defaultPrevented && event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!link || !inRegion || !plain || new URL(link.href).pathname !== location.pathname) return
    event.preventDefault()
    const paging = link.closest('.paging') !== null
    void swapListing(link.href, { keepFocusOn: 'results' }).then((words) => {
      if (words === null) return
      say(words)
      if (paging) document.getElementById('results')?.scrollIntoView()
    })
  })
  window.addEventListener('popstate', (event) => {
    if (!(event.state as { listing?: boolean } | null)?.listing) return
    void swapListing(location.href, { push: false }).then((words) => words !== null && say(words))
  })
}
