/** Notifications (G5): a duplicate of the last one is ignored, each closes after its time. */

const TIME_TO_LIVE_MS = 5000

/** What a notice offers. Without an address it takes note: the notice leaves. */
interface NoticeAction {
  label: string
  href?: string
}

/** "OK", under what the shopper should have read. */
export const NOTICE_OK: NoticeAction = { label: 'OK' }

/** On the screen each has an id of its own, in the order in which they came. */
export interface Notification {
  message: string
  type: 'success' | 'info' | 'warning' | 'error'
  action1?: NoticeAction
  action2?: NoticeAction
  /** Milliseconds; 5000 unless given. */
  timeToLive?: number
  /** Stays until it is closed. */
  hasNoTimeout?: boolean
}

/** True when `next` says what the last one on the screen says, whatever its type. */
export function isDuplicate(last: Pick<Notification, 'message'> | undefined, next: Notification): boolean {
  return last !== undefined && last.message === next.message
}

/** Everything that a notice offers, in order; one that can only be read can be closed. */
export function actionsOf({ action1, action2 }: Notification): NoticeAction[] {
  const given = [action1, action2].filter((action) => action !== undefined)
  return given.some(({ href }) => href === undefined) ? given : [...given, { label: 'Close' }]
}

/** Returns how long a notification stays, in milliseconds; `null` until it is closed, as errors do. */
export function lifetime(notification: Notification): number | null {
  if (notification.hasNoTimeout || notification.type === 'error') return null
  return notification.timeToLive ?? TIME_TO_LIVE_MS
}
