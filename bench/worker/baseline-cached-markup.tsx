/** Replaces worker/platform/cache/cached-markup.tsx in the plain bundle: pieces are rendered each time. */
import { createElement, Fragment } from 'react'
import type { CachedPiece } from '../../worker/platform/cache/cached-markup.tsx'

export function CachedMarkup({
  as = 'div',
  className,
  pieces,
}: {
  as?: 'div' | 'ul' | 'tbody'
  className?: string
  pieces: readonly (CachedPiece | string)[]
}) {
  // The peer of the bench `pages` renders its cards itself, from rows that it has read.
  if (pieces.every((piece) => typeof piece === 'string'))
    return createElement(as, { className, dangerouslySetInnerHTML: { __html: pieces.join('') } })
  const children = pieces.map((piece) => {
    if (typeof piece === 'string') return piece
    return <Fragment key={piece.key}>{piece.render()}</Fragment>
  })
  return createElement(as, { className }, children)
}
