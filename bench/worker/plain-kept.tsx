/** Stands in for worker/pages/kept.tsx in the plain bundle: the pieces are ordinary children, rendered each time. */
import { createElement, Fragment } from 'react'
import type { Piece } from '../../worker/pages/kept.tsx'

export function Kept({
  as = 'div',
  className,
  pieces,
}: {
  as?: 'div' | 'ul'
  className?: string
  pieces: readonly Piece[]
}) {
  const children = pieces.map(({ keep, render }) => <Fragment key={keep}>{render()}</Fragment>)
  return createElement(as, { className }, children)
}
