/** Sends mails with Resend's API (POST /emails); the host is configurable. */
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { fetchWithRetry } from '../outbound/fetch-with-retry.ts'

/** Sending usually takes less than a second; a service that does not answer must not delay the next mail. */
export const MAIL_TIMEOUT_MS = 10_000
/** Pause after a 429 without `Retry-After`, and the longest accepted pause. */
const PAUSE_MS = 1_000
const MAX_PAUSE_MS = 10 * 60_000

export interface Mail {
  /** One recipient, or several separated by `, `. */
  to: string
  subject: string
  html: string
  text: string
  /** Recipient of replies; by default the shop. */
  replyTo?: string
  headers?: Record<string, string>
}

export type MailResult =
  | { ok: true; id: string | null }
  /** `again` is false if the service will never accept this mail. */
  | { ok: false; again: boolean; detail: string; pauseMs?: undefined }
  /** Too many requests: the mail is valid, and the service accepts no mail within `pauseMs`. */
  | { ok: false; again: true; detail: string; pauseMs: number }

/** Sends one mail. It can be repeated with the same key: the service sends a mail once per key and day. */
export async function sendMail(
  mail: NonNullable<Config['mail']>,
  message: Mail,
  idempotencyKey: string,
): Promise<MailResult> {
  try {
    const response = await fetchWithRetry(new URL('/emails', mail.apiUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${mail.apiKey}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify(toBody(mail.from, message)),
      signal: AbortSignal.timeout(MAIL_TIMEOUT_MS),
    })
    const text = await response.text()
    if (response.ok) return { ok: true, id: parseId(text) }
    // The mail was already sent with other content, but the response was lost; the order has changed since.
    if (response.status === 409 && text.includes('invalid_idempotent_request')) return { ok: true, id: null }
    if (response.status === 429) {
      const pauseMs = parsePause(response.headers.get('Retry-After'), Date.now())
      return { ok: false, again: true, detail: `429 ${text.slice(0, 200)}`, pauseMs }
    }
    // Other 409 are duplicate requests in progress; 401 and 403 are wrong settings of the shop, which staff can
    // correct.
    const again = response.status >= 500 || [401, 403, 408, 409].includes(response.status)
    return { ok: false, again, detail: `${response.status} ${text.slice(0, 200)}` }
  } catch (error) {
    return { ok: false, again: true, detail: error instanceof Error ? error.message : String(error) }
  }
}

/** Parses `Retry-After`, which is seconds or a date, to milliseconds within the accepted pauses. */
function parsePause(value: string | null, now: number): number {
  const pause = /^\d+(\.\d+)?$/.test(value ?? '') ? Number(value) * 1000 : Date.parse(value ?? '') - now
  return Number.isNaN(pause) ? PAUSE_MS : Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS, pause))
}

function toBody(from: string, { to, replyTo, ...message }: Mail): object {
  return { from, to: to.split(', '), ...message, ...(replyTo && { reply_to: replyTo }) }
}

const SENT_MAIL = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string() }))

/** Parses the id in the response of the mail service; `null` without one. */
function parseId(text: string): string | null {
  const parsed = v.safeParse(SENT_MAIL, text)
  return parsed.success ? parsed.output.id : null
}
