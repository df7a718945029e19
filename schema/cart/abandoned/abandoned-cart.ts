/** Abandoned carts: when a reminder is sent (D11). */
import { DAY_MS, MINUTE_MS } from '../../platform/duration.ts'
import { validateField } from '../../platform/forms/field.ts'
import type { Cart } from '../cart.ts'

/** How long a recovery link works. */
export const RECOVERY_LINK_TTL_MS = 14 * DAY_MS

/** How long the link that stops reminders works, a month longer than the law requires; then the row is deleted. */
export const REMINDER_RETENTION_MS = 60 * DAY_MS

/** The parts of a checkout that a reminder needs: the last change and a guest's address. */
export interface ReminderDraft {
  modifiedAt: number
  personal: { emailAddress: string }
}

/** Reminders of one cart, stored in its object. */
export interface ReminderState {
  /** How many reminders were sent, at most one for each configured time. */
  sent: number
  /** When to retry a reminder that is not in the outbox yet. */
  notBefore?: number
}

/**
 * Parses `60,1440`: at most five ascending numbers of minutes after the last change. Returns an empty list for an empty
 * text, which means no reminders, and `null` for an invalid text.
 */
export function parseReminderMinutes(text: string): number[] | null {
  if (text.trim() === '') return []
  const minutes = text.split(',').map((part) => (/^\s*\d{1,6}\s*$/.test(part) ? Number(part) : Number.NaN))
  const isAscending = minutes.every((value, index) => value > (minutes[index - 1] ?? 0))
  return isAscending && minutes.length <= 5 ? minutes : null
}

/** Returns when the next reminder is due, in milliseconds since the epoch; `null` when no more follow. */
export function reminderDue(
  cart: Pick<Cart, 'lines' | 'orderNumber' | 'updatedAt'> | null,
  draft: Pick<ReminderDraft, 'modifiedAt'> | null,
  { sent, notBefore = 0 }: ReminderState,
  minutes: readonly number[],
): number | null {
  const delay = minutes[sent]
  if (delay === undefined || !cart || cart.lines.length === 0 || cart.orderNumber !== null) return null
  return Math.max(notBefore, Math.max(cart.updatedAt, draft?.modifiedAt ?? 0) + delay * MINUTE_MS)
}

/** Returns the e-mail address of a guest's checkout in lower case, or `null` without a valid address. */
export function reminderEmail(draft: Pick<ReminderDraft, 'personal'> | null): string | null {
  const email = draft?.personal.emailAddress.trim() ?? ''
  return validateField('emailAddress', email) === null ? email.toLowerCase() : null
}

/** The message for a link that is forged or expired, or whose cart no longer exists. */
export const RECOVERY_EXPIRED_MESSAGE = 'This cart is gone. The link has expired, or the tires were ordered.'
