/** Replaces client/platform/islands/island.tsx in the plain bundle: the component is an ordinary child. */
import type { ComponentType } from 'react'

export function Island<Props extends object>({
  name,
  when,
  component: Component,
  props,
}: {
  name: string
  when: string
  component: ComponentType<Props>
  props: Props
}) {
  return (
    <div className="island" data-island={name} data-when={when} data-props={JSON.stringify(props)}>
      <Component {...props} />
    </div>
  )
}
