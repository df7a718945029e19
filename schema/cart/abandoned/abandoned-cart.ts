/** Carts that were left behind: when a mail reminds of one. */
import { validateField } from '../../platform/forms/field.ts'
import type { Cart } from '../cart.ts'

const MINUTE_MS = 60_000

/** How long a mail's link brings its cart back. */
export const RECOVERY_LINK_TTL_MS = 14 * 86_400_000

/** How long the link that ends the mails works: a month longer than the law asks, then the row that names somebody goes. */
export const REMINDER_RETENTION_MS = 60 * 86_400_000

/** The parts of a checkout that a reminder needs: when the shopper was last there, and the address of a guest. */
export interface ReminderDraft {
  modifiedAt: number
  personal: { emailAddress: string }
}

/** What an object remembers of the mails about its cart. */
export interface ReminderState {
  /** Mails so far; never more than there are times, whatever happens to the cart meanwhile. */
  sent: number
  /** Of a mail that is being written down, or could not be: when to try again. */
  notBefore?: number
}

/** `60,1440`: minutes after the last touch, rising, at most five; `null` for anything else. Empty is never. */
export function parseReminderMinutes(text: string): number[] | null {
  if (text.trim() === '') return []
  const minutes = text.split(',').map((part) => (/^\s*\d{1,6}\s*$/.test(part) ? Number(part) : Number.NaN))
  const rises = minutes.every((value, at) => value >= 1 && value > (minutes[at - 1] ?? 0))
  return rises && minutes.length <= 5 ? minutes : null
}

/** When the next mail is due, in milliseconds since the epoch; `null` when there is none to come. */
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

/** The address that a guest gave at the checkout, in small letters; `null` when there is none to write to. */
export function reminderEmail(draft: Pick<ReminderDraft, 'personal'> | null): string | null {
  const email = draft?.personal.emailAddress.trim() ?? ''
  return validateField('emailAddress', email) === null ? email.toLowerCase() : null
}

/** The one sentence for a link that we did not make, that is too old, or whose cart is gone. */
export const RECOVERY_EXPIRED_MESSAGE =
  'This cart is no longer here. The link has ended, or what was in it was bought.'
