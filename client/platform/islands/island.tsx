/**
 * Puts a live component into a server-rendered page: its HTML stands in place at once, its code comes when it is
 * first needed. Only the Worker imports this file; the browser's half is `hydration.ts` and `hydrate-island.ts`.
 */
import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'

/**
 * When the code comes: at once, when the page is idle, in sight, touched, or only when asked for by name. `stored:KEY`
 * is idle for a browser or a tab that keeps something under that key (a ZIP code, a car), and touched for every other.
 */
export type When = 'load' | 'idle' | 'visible' | 'interaction' | 'asked' | `stored:${string}`

/**
 * The component is rendered as a root of its own, with its name as id prefix, because that is how the browser will
 * hydrate it: the ids of `useId` then agree. Props must survive JSON.
 */
export function Island<Props extends object>({
  name,
  when,
  component: Component,
  props,
}: {
  /** As in `island-registry.ts`; twice on a page only with different `props`-made ids. */
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
