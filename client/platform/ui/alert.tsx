import type { ReactNode } from 'react'

/** A sentence that must be seen, with a bar at its left. `error` is read out at once when it appears. */
export function Alert({
  tone = 'plain',
  live = false,
  focus = false,
  children,
  action,
}: {
  tone?: 'plain' | 'error'
  /** True for a note that appears after the page was read. */
  live?: boolean
  /** True where the page begins with it, as the answer to a form that was sent without script. */
  focus?: boolean
  children: ReactNode
  /** One way on, at the right. */
  action?: ReactNode
}) {
  return (
    <div
      className={tone === 'error' ? 'note note-error' : 'note'}
      tabIndex={focus ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: the answer to what was just sent
      autoFocus={focus}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
    >
      <div>{children}</div>
      {action}
    </div>
  )
}
