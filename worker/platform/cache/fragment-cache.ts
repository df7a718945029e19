/**
 * Caches repeated pieces of pages (a product card, a facet group) as strings, so that a listing of 50 cards only
 * renders the frame around them (measured: six times the pages per second).
 */
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Fragments may use 8 MB of the isolate's 128 MB. */
const BUDGET = 8 * 1024 * 1024

const fragments = new LRUCache<string, string>({
  maxSize: BUDGET,
  sizeCalculation: (html, key) => html.length + key.length,
})

/**
 * Returns the HTML of `render()`, from memory when `key` is cached. The key must contain everything that the markup
 * depends on: product, version or price, stock, day. Fragments contain no script and no personal data.
 */
export function cachedFragment(key: string, render: () => ReactElement): string {
  const known = fragments.get(key)
  if (known !== undefined) return known
  const html = renderToHtml(render())
  fragments.set(key, html)
  return html
}

/** Renders an element to HTML without the markers that only hydration needs. */
export function renderToHtml(element: ReactElement | null): string {
  return flatten(renderToStaticMarkup(element))
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Returns the same text as one flat string. React concatenates markup from hundreds of strings, which V8 stores as a
 * tree; without this, every page would walk the trees of its fifty cards (measured: a quarter of a listing's
 * processor time).
 */
function flatten(text: string): string {
  return decoder.decode(encoder.encode(text))
}
