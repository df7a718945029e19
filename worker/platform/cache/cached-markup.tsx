import { createElement, type ReactElement } from 'react'
import { cachedFragment } from './fragment-cache.ts'

/** A piece of a page and the cache key of its markup. The key must contain everything that the markup depends on. */
export interface CachedPiece {
  key: string
  render: () => ReactElement
}

/**
 * Renders an element whose pieces are rendered once per key and then cached as strings. All pieces come from
 * components of the shop, so React has escaped every value.
 */
export function CachedMarkup({
  as = 'div',
  className,
  pieces,
}: {
  as?: 'div' | 'ul' | 'tbody'
  className?: string
  /** A string is markup that is already rendered. */
  pieces: readonly (CachedPiece | string)[]
}) {
  // Concatenation is faster than `join` here: the text is copied once, when the page is encoded.
  let html = ''
  for (const piece of pieces)
    html += typeof piece === 'string' ? piece : cachedFragment(piece.key, piece.render)
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: html } })
}
