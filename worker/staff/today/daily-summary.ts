/** The daily summary by email: when it is sent, and the link that ends it (H14j). */
import { shopDay, shopMinutes } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import { sign, verifySignature } from '../../identity/session/signature.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { addDailySummaries } from './daily-summary.sql.ts'

/** Minutes since midnight in Chicago: 7:30, and noon, after which a daily summary that was missed is not sent. */
const [FIRST_MINUTE, LAST_MINUTE] = [450, 720]

/** Checks whether the daily summary of this day was due already. */
export function isSummaryDue(now: number): boolean {
  return shopMinutes(now) >= FIRST_MINUTE
}

/** Sends the daily summaries, once a day. */
export async function sendDailySummaries(
  { DB, OUTBOX }: Pick<Env, 'DB' | 'OUTBOX'>,
  now: number,
): Promise<void> {
  if (!isSummaryDue(now) || shopMinutes(now) >= LAST_MINUTE) return
  await enqueueOutbox(OUTBOX, await addDailySummaries(DB, shopDay(now), now))
}

const signed = (staffId: number) => `daily-summary:${staffId}`

/** Returns the address of the page that ends the daily summary of one person without a sign-in. */
export function stopHref(secret: string, staffId: number): string {
  return `${SUMMARY_STOP_PATH}?id=${staffId}&proof=${sign(secret, signed(staffId))}`
}

export const SUMMARY_STOP_PATH = '/staff/daily-summary'

/** Returns whose link it is; `null` for a wrong signature. */
export function readStopLink(
  secret: string,
  { id, proof }: Readonly<Record<string, unknown>>,
): { id: string; proof: string } | null {
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id) || typeof proof !== 'string') return null
  return verifySignature(secret, signed(Number(id)), proof) ? { id, proof } : null
}
