/** Stands in for worker/platform/page/render-html.ts in the plain bundle: React's own writer. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

export function renderHtml(node: ReactNode): string {
  return renderToStaticMarkup(node)
}

export function renderPageBytes(): never {
  throw new Error('The plain listing is streamed')
}
