/** The only door to React on a content page; fetched with the first island that wakes. */
import { type ComponentType, createElement, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'

function Awake({ onReady, children }: { onReady: () => void; children?: ReactNode }) {
  // Effects of children run first: when this one runs, the island listens.
  useEffect(onReady, [onReady])
  return children
}

/** Resolves when the island has taken over `element`. */
export function hydrate(element: HTMLElement, component: ComponentType<never>): Promise<void> {
  const props: object = JSON.parse(element.dataset.props ?? '{}')
  const island = createElement(component as ComponentType<object>, props)
  return new Promise((resolve) => {
    hydrateRoot(element, createElement(Awake, { onReady: resolve }, island), {
      identifierPrefix: `${element.dataset.island}-`,
    })
  })
}
