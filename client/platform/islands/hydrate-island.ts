/** The only module of a content page that imports React's renderer; fetched with the first island. */
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

function ReadySignal({ onReady, children }: { onReady: () => void; children?: ReactNode }) {
  // Effects of children run first: when this one runs, the island has its listeners.
  useEffect(onReady, [onReady])
  return children
}

/** Hydrates an island; resolves when it handles the events of `element`. */
export function hydrate(element: HTMLElement, component: ComponentType<never>): Promise<void> {
  const props: object = JSON.parse(element.dataset.props ?? '{}')
  const island = createElement(component as ComponentType<object>, props)
  return new Promise((resolve) => {
    hydrateRoot(element, createElement(ReadySignal, { onReady: resolve }, island), {
      identifierPrefix: `${element.dataset.island}-`,
    })
  })
}
