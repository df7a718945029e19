/** Says what is not on the server yet (H14): red after a day, or when the sign-in has ended. */
import { classNames } from '../../platform/ui/class-names.ts'
import type { IntakeState } from './queue/intake.store.ts'

export function StatusBar({
  state,
  isDurable,
  signInHref,
}: {
  state: IntakeState
  /** Whether the browser keeps what is entered after the page is closed. */
  isDurable: boolean
  /** Where a session begins again; the page comes back afterward. */
  signInHref: string
}) {
  const { connection, waiting } = state
  const { refused } = waiting
  const isAlarm = waiting.isLate || refused > 0 || connection === 'signed-out' || !isDurable
  const text = statusText(state)
  return (
    <div className={classNames('intake-status', isAlarm && 'late')} role="status">
      {isDurable ? null : <p>This browser stores nothing. Keep the page open until all is sent.</p>}
      {connection === 'signed-out' ? (
        <p>
          You’re signed out. What you entered is on this phone. <a href={signInHref}>Sign in</a>
        </p>
      ) : null}
      {text ? <p>{text}</p> : null}
      {refused > 0 ? (
        <p>{refused === 1 ? '1 tire was refused.' : `${refused} tires were refused.`} See the list below.</p>
      ) : null}
    </div>
  )
}

/** Returns an empty text when all is sent. */
function statusText({ connection, waiting: { count, isLate } }: IntakeState): string {
  const waits = count === 0 ? '' : `${count} ${count === 1 ? 'waits' : 'wait'}`
  if (isLate) return `${waits} for more than a day. Find reception to send.`
  if (connection !== 'offline') return waits
  return waits ? `No reception. ${waits}.` : 'No reception. Go on: it’s stored on this phone.'
}
