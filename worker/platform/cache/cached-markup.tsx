import { createElement, type ReactElement } from 'react'
import { cachedFragment } from './fragment-cache.ts'

/** A piece of a page and the key of its markup, which names everything that the markup depends on. */
export interface CachedPiece {
  key: string
  render: () => ReactElement
}

/**
 * Renders an element whose content is rendered once per key and then cached as strings. Only our own components come
 * in here, so React has escaped every value.
 */
export function CachedMarkup({
  as = 'div',
  className,
  pieces,
}: {
  as?: 'div' | 'ul'
  className?: string
  /** A string is finished markup. */
  pieces: readonly (CachedPiece | string)[]
}) {
  // Added up, not joined: they are copied once, when the page is encoded.
  let html = ''
  for (const piece of pieces)
    html += typeof piece === 'string' ? piece : cachedFragment(piece.key, piece.render)
  return createElement(as, { className, dangerouslySetInnerHTML: { __html: html } })
}
