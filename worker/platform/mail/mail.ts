/** Mail through Resend's API (POST /emails); which host answers is configuration. */
import type { Config } from '../../config.ts'
import { fetchAgain } from '../outbound/fetch-again.ts'

/** Mails usually leave within a second; a silent service must not hold up the next one. */
export const MAIL_TIMEOUT_MS = 10_000
/** Where a service that is asked too often does not say when to come again, and the longest that is believed. */
const PAUSE_MS = 1_000
const MAX_PAUSE_MS = 10 * 60_000

export interface Mail {
  /** Several with `, ` between them. */
  to: string
  subject: string
  html: string
  text: string
  /** Who is answered when somebody answers; the shop itself unless given. */
  replyTo?: string
  headers?: Record<string, string>
}

export type MailResult =
  | { ok: true; id: string | null }
  /** `again` false: this mail will never be taken as it is. */
  | { ok: false; again: boolean; detail: string; pauseMs?: undefined }
  /** Asked too often: nothing is wrong with the mail, and no other one is taken within `pauseMs`. */
  | { ok: false; again: true; detail: string; pauseMs: number }

/** Sends one mail. The key makes a repeat harmless: the service sends a mail once per key and day. */
export async function sendMail(
  mail: NonNullable<Config['mail']>,
  message: Mail,
  idempotencyKey: string,
): Promise<MailResult> {
  try {
    const response = await fetchAgain(new URL('/emails', mail.apiUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mail.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(bodyOf(mail.from, message)),
      signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return { ok: true, id: idOf(text) }
    // Sent before, its answer lost, and written anew since: the order in the mail has changed.
    if (response.status === 409 && text.includes('invalid_idempotent_request')) return { ok: true, id: null }
    if (response.status === 429) {
      const pauseMs = pauseOf(response.headers.get('Retry-After'), Date.now())
      return { ok: false, again: true, detail: `429 ${text.slice(0, 200)}`, pauseMs }
    }
    // Any other 409 is a duplicate request under way; 401 and 403 are the shop's own settings, to be mended.
    const again = response.status >= 500 || [401, 403, 408, 409].includes(response.status)
    return { ok: false, again, detail: `${response.status} ${text.slice(0, 200)}` }
  } catch (error) {
    return { ok: false, again: true, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** `Retry-After` is seconds or a date. */
function pauseOf(value: string | null, now: number): number {
  const given = /^\d+(\.\d+)?$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - now
  return Number.isNaN(given) ? PAUSE_MS : Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, given))
}

function bodyOf(from: string, { to, replyTo, ...message }: Mail): object {
  return { from, to: to.split(', '), ...message, ...(replyTo && { reply_to: replyTo }) }
}

function idOf(text: string): string | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string'
      ? body.id
      : null
  } catch {
    return null
  }
}
