/** The mail of the morning: when it is sent, and the link that ends it (H14j). */
import { shopDay, shopMinutes } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { addMorningMails } from './morning.sql.ts'

/** Minutes since midnight in Chicago: 7:30, and noon, after which a morning that was missed is over. */
const [FIRST_MINUTE, LAST_MINUTE] = [450, 720]

/** Checks whether the mail of a day was due already. */
export function isMorningOver(now: number): boolean {
  return shopMinutes(now) >= FIRST_MINUTE
}

/** Sends the mails of this morning, once a day. */
export async function sendMorningMails(
  { DB, OUTBOX }: Pick<Env, 'DB' | 'OUTBOX'>,
  now: number,
): Promise<void> {
  if (!isMorningOver(now) || shopMinutes(now) >= LAST_MINUTE) return
  await enqueueOutbox(OUTBOX, await addMorningMails(DB, shopDay(now), now))
}

const signed = (staffId: number) => `staff-morning:${staffId}`

/** Returns the address of the page that ends the mail of one person without a sign-in. */
export function stopHref(secret: string, staffId: number): string {
  return `${MORNING_STOP}?id=${staffId}&proof=${sign(secret, signed(staffId))}`
}

export const MORNING_STOP = '/staff/morning'

/** Returns whose link it is; `null` for a wrong signature. */
export function readStopLink(
  secret: string,
  { id, proof }: Readonly<Record<string, unknown>>,
): { id: string; proof: string } | null {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id) || typeof proof !== 'string') return null
  return verifySignature(secret, signed(Number(id)), proof) ? { id, proof } : null
}
