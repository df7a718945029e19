/** Notices (spec §3 "Notification", §4): a duplicate of the last one is ignored, each leaves after its time. */

/** spec §9. */
export const TIME_TO_LIVE_MS = 5000

export interface Notification {
  message: string
  type: 'success' | 'info' | 'warning' | 'error'
  /** The one word of an action and where it leads. */
  action1?: { label: string; href: string }
  /** Milliseconds; 5000 unless given. */
  timeToLive?: number
  /** Stays until it is closed. */
  hasNoTimeout?: boolean
}

/** True when `next` says what the last one on the screen says. */
export function isDuplicate(last: Notification | undefined, next: Notification): boolean {
  return last !== undefined && last.message === next.message && last.type === next.type
}

/** How long it stays, in milliseconds; `null` for ever. Errors stay until they are closed (design.md §7 row 11). */
export function lifetime(notification: Notification): number | null {
  if (notification.hasNoTimeout || notification.type === 'error') return null
  return notification.timeToLive ?? TIME_TO_LIVE_MS
}
