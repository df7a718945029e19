/**
 * The name under which a mail calls a cart: `17.1767225600000.proof`. It is no quote id, so that a link that has ended
 * opens nothing; and the proof that stops the mails, valid for as long as the reminder is stored.
 */
import { RECOVERY_LINK_TTL_MS } from '../../../schema/cart/abandoned/abandoned-cart.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'

/** A name for `quote_id=` that holds for two weeks. */
export function signRecoveryLink(secret: string, reminderId: number, now: number): string {
  const until = now + RECOVERY_LINK_TTL_MS
  return `${reminderId}.${until}.${sign(secret, `reclaim:${reminderId}:${until}`)}`
}

/** The reminder that a name is about; `null` for one that we did not make or that has ended. */
export function verifyRecoveryLink(secret: string, name: string, now: number): number | null {
  const [, id = '', until = '', proof = ''] = /^(\d{1,12})\.(\d{1,16})\.([\w-]{1,64})$/.exec(name) ?? []
  if (id === '' || Number(until) <= now) return null
  return verifySignature(secret, `reclaim:${id}:${until}`, proof) ? Number(id) : null
}

export function signReminderOptOut(secret: string, reminderId: number): string {
  return sign(secret, `reminder-stop:${reminderId}`)
}

export function verifyReminderOptOut(secret: string, reminderId: number, proof: string): boolean {
  return verifySignature(secret, `reminder-stop:${reminderId}`, proof)
}
