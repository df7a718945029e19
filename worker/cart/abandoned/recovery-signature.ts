/**
 * The signatures in reminder mails. A recovery link names its cart as `17.1767225600000.signature` instead of by the
 * quote id, so that an expired link opens no cart. The signature for stopping reminders is valid while the reminder is
 * stored.
 */
import { RECOVERY_LINK_TTL_MS } from '../../../schema/cart/abandoned/abandoned-cart.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'

/** Returns the value of `quote_id=` in a recovery link, valid for two weeks. */
export function signRecoveryLink(secret: string, reminderId: number, now: number): string {
  const until = now + RECOVERY_LINK_TTL_MS
  return `${reminderId}.${until}.${sign(secret, `reclaim:${reminderId}:${until}`)}`
}

/** Returns the reminder id of a recovery link, or `null` for a forged or expired link. */
export function verifyRecoveryLink(secret: string, name: string, now: number): number | null {
  const [, id = '', until = '', signature = ''] = /^(\d{1,12})\.(\d{1,16})\.([\w-]{1,64})$/.exec(name) ?? []
  if (id === '' || Number(until) <= now) return null
  return verifySignature(secret, `reclaim:${id}:${until}`, signature) ? Number(id) : null
}

/** Returns the signature of a link that stops reminders. */
export function signReminderOptOut(secret: string, reminderId: number): string {
  return sign(secret, `reminder-stop:${reminderId}`)
}

/** Checks the signature of a link that stops reminders. */
export function verifyReminderOptOut(secret: string, reminderId: number, signature: string): boolean {
  return verifySignature(secret, `reminder-stop:${reminderId}`, signature)
}
