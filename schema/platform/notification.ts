/** Notifications (G5): a duplicate of the last notification is ignored, and each closes after its time. */

const TIME_TO_LIVE_MS = 5000

/** An action of a notification. Without an address it closes the notification. */
interface NoticeAction {
  label: string
  href?: string
}

/** The action "OK" for an important message. */
export const NOTICE_OK: NoticeAction = { label: 'OK' }

export interface Notification {
  message: string
  type: 'success' | 'info' | 'warning' | 'error'
  action1?: NoticeAction
  action2?: NoticeAction
  /** Milliseconds; 5000 by default. */
  timeToLive?: number
  /** Whether the notification stays until the shopper closes it. */
  hasNoTimeout?: boolean
}

/** Checks whether `next` has the same message as the last displayed notification. The type is not compared. */
export function isDuplicate(last: Pick<Notification, 'message'> | undefined, next: Notification): boolean {
  return last !== undefined && last.message === next.message
}

/** Returns the actions of a notification in order; adds "Close" when no action closes it. */
export function notificationActions({ action1, action2 }: Notification): NoticeAction[] {
  const actions = [action1, action2].filter((action) => action !== undefined)
  return actions.some(({ href }) => href === undefined) ? actions : [...actions, { label: 'Close' }]
}

/** Returns the display time in milliseconds; `null` for errors and others that stay until they are closed. */
export function notificationLifetime(notification: Notification): number | null {
  if (notification.hasNoTimeout || notification.type === 'error') return null
  return notification.timeToLive ?? TIME_TO_LIVE_MS
}

/** Shown when the server cannot be reached (G8). */
export const OFFLINE_MESSAGE = 'There is no Internet connection'
/** The sentences after it about an addition to the cart. */
export const NOT_ADDED = 'Nothing was added'
export const ADDED_LATER = 'We’ll add it when you’re back online and open a page'
