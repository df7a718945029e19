/** Replaces worker/platform/cache/cached-markup.tsx in the plain bundle: pieces are rendered each time. */
import { createElement, Fragment } from 'react'
import type { CachedPiece } from '../../worker/platform/cache/cached-markup.tsx'

export function CachedMarkup({
  as = 'div',
  className,
  pieces,
}: {
  as?: 'div' | 'ul'
  className?: string
  pieces: readonly (CachedPiece | string)[]
}) {
  const children = pieces.map((piece) => {
    if (typeof piece === 'string') throw new Error('The plain listing is made of elements only')
    return <Fragment key={piece.key}>{piece.render()}</Fragment>
  })
  return createElement(as, { className }, children)
}
