/** Notifications (G5): a duplicate of the last one is ignored, each closes after its time. */

const TIME_TO_LIVE_MS = 5000

/** An action of a notification. Without an address it closes the notification. */
interface NoticeAction {
  label: string
  href?: string
}

/** "OK", under an important message. */
export const NOTICE_OK: NoticeAction = { label: 'OK' }

/** The ids of displayed notifications rise with time. */
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

/** Returns whether `next` has the message of the last displayed one, whatever its type. */
export function isDuplicate(last: Pick<Notification, 'message'> | undefined, next: Notification): boolean {
  return last !== undefined && last.message === next.message
}

/** Returns all actions of a notification in order; without any it can be closed. */
export function actionsOf({ action1, action2 }: Notification): NoticeAction[] {
  const given = [action1, action2].filter((action) => action !== undefined)
  return given.some(({ href }) => href === undefined) ? given : [...given, { label: 'Close' }]
}

/** Returns how long a notification stays, in milliseconds; `null` until it is closed, as errors do. */
export function lifetime(notification: Notification): number | null {
  if (notification.hasNoTimeout || notification.type === 'error') return null
  return notification.timeToLive ?? TIME_TO_LIVE_MS
}

/** What is said where nobody answers (G8). */
export const OFFLINE_MESSAGE = 'There is no Internet connection'
