/** Abandoned carts: when a reminder is sent (D11). */
import { DAY_MS, MINUTE_MS } from '../../platform/duration.ts'
import { validateField } from '../../platform/forms/field.ts'
import type { Cart } from '../cart.ts'

/** How long a recovery link works. */
export const RECOVERY_LINK_TTL_MS = 14 * DAY_MS

/** How long the link that ends the reminders works, a month longer than the law asks; then the row is deleted. */
export const REMINDER_RETENTION_MS = 60 * DAY_MS

/** The parts of a checkout that a reminder needs: the last change and a guest's address. */
export interface ReminderDraft {
  modifiedAt: number
  personal: { emailAddress: string }
}

/** Reminders of one cart, stored in its object. */
export interface ReminderState {
  /** Reminders so far, at most one for each configured time. */
  sent: number
  /** When to retry a reminder that is not in the outbox yet. */
  notBefore?: number
}

/** Parses `60,1440`: minutes after the last change, rising, at most five; `null` for anything else. Empty means never. */
export function parseReminderMinutes(text: string): number[] | null {
  if (text.trim() === '') return []
  const minutes = text.split(',').map((part) => (/^\s*\d{1,6}\s*$/.test(part) ? Number(part) : Number.NaN))
  const rises = minutes.every((value, at) => value >= 1 && value > (minutes[at - 1] ?? 0))
  return rises && minutes.length <= 5 ? minutes : null
}

/** Returns when the next reminder is due, in milliseconds since the epoch; `null` when no more follow. */
export function reminderDue(
  cart: Pick<Cart, 'lines' | 'orderNumber' | 'updatedAt'> | null,
  draft: Pick<ReminderDraft, 'modifiedAt'> | null,
  { sent, notBefore = 0 }: ReminderState,
  minutes: readonly number[],
): number | null {
  const after = minutes[sent]
  if (after === undefined || !cart || cart.lines.length === 0 || cart.orderNumber !== null) return null
  return Math.max(notBefore, Math.max(cart.updatedAt, draft?.modifiedAt ?? 0) + after * MINUTE_MS)
}

/** Returns the lower-case address of a guest's checkout; `null` when there is none. */
export function reminderEmail(draft: Pick<ReminderDraft, 'personal'> | null): string | null {
  const email = draft?.personal.emailAddress.trim() ?? ''
  return validateField('emailAddress', email) === null ? email.toLowerCase() : null
}

/** For every link that is forged, too old, or whose cart is gone. */
export const RECOVERY_EXPIRED_MESSAGE =
  'This cart is no longer here. The link has ended, or what was in it was bought.'
