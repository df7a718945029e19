import type { ReactNode } from 'react'

/** Renders an important message with a bar at its left. A live `error` is announced at once when it appears. */
export function Alert({
  tone = 'plain',
  live = false,
  focus = false,
  children,
  action,
}: {
  tone?: 'plain' | 'error'
  /** True for a message that appears after the page has loaded. */
  live?: boolean
  /** True where the message answers a form that was submitted without script. */
  focus?: boolean
  children: ReactNode
  /** A link or button at the right. */
  action?: ReactNode
}) {
  return (
    <div
      className={tone === 'error' ? 'note note-error' : 'note'}
      tabIndex={focus ? -1 : undefined}
      // biome-ignore lint/a11y/noAutofocus: the message answers the form that was just submitted
      autoFocus={focus}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
    >
      <div>{children}</div>
      {action}
    </div>
  )
}
