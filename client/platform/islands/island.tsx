/**
 * Renders a component that the browser hydrates: the page has its HTML, its code is loaded when it is first needed.
 * Only the Worker imports this file; the browser's part is in `hydration.ts` and `hydrate-island.ts`.
 */
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * When an island is hydrated: at once, when the page is idle, when the island is visible, at the first interaction, or
 * only when a script requests it (`asked`). `stored:KEY` is `idle` for a browser or tab with a value under that key
 * (a ZIP code, a car), and `interaction` for all others.
 */
export type When = 'load' | 'idle' | 'visible' | 'interaction' | 'asked' | `stored:${string}`

/**
 * Renders the component as a root of its own with its name as id prefix, as the browser hydrates it: the ids of
 * `useId` then agree. Props must survive JSON.
 */
export function Island<Props extends object>({
  name,
  when,
  component: Component,
  props,
}: {
  /** The name in `island-registry.ts`; a page may have it twice only if the ids from `props` differ. */
  name: string
  when: When
  component: ComponentType<Props>
  props: Props
}) {
  const html = renderToString(<Component {...props} />, { identifierPrefix: `${name}-` })
  return (
    <div
      className="island"
      data-island={name}
      data-when={when}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output for the component above
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
