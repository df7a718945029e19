import { secondsNow } from '../clock.ts'
import { type Fault, holdKey, takeFault } from '../control/faults.ts'
import type { Ledger } from '../ledger.ts'
import { jsonReply, type Reply } from '../reply.ts'
import { parseJson } from '../rest-call.ts'
import { findUsedKey, type UsedKey } from './mailbox.ts'
import { isMailError, type MailError, type Message, readDraft } from './message.ts'

/** One POST /emails, as plain data. */
export interface MailCall {
  body: string
  idempotencyKey: string | null
}

/** Sends a message, once per idempotency key (resend.com/docs/dashboard/emails/idempotency-keys). */
export async function sendMail(
  call: MailCall,
  { records, running, mailWaiters }: Ledger,
): Promise<{ reply: Reply; fault: Fault | null }> {
  const fault = takeFault(records, 'mail', 'emails.send')
  if (fault?.action === 'error') return { reply: errorReply(scripted(fault.status)), fault }
  const key = call.idempotencyKey
  if (key !== null && (key.length < 1 || key.length > 256)) {
    const message = 'The idempotency key must be between 1-256 chars.'
    return { reply: errorReply({ statusCode: 400, name: 'invalid_idempotency_key', message }), fault }
  }
  if (key !== null && running.has(key)) return { reply: errorReply(CONCURRENT), fault }
  const payload = parseJson(call.body)
  const draft = readDraft(payload)
  if (isMailError(draft)) return { reply: errorReply(draft), fault }
  const canonical = JSON.stringify(draft)
  const now = secondsNow()
  const stored = key === null ? null : findUsedKey(records, key, now)
  if (stored && stored.payload !== canonical) return { reply: errorReply(OTHER_PAYLOAD), fault }
  if (stored) return { reply: jsonReply(200, { id: stored.message }), fault }

  if (fault?.action === 'slow') await holdKey(running, key, fault.ms)
  const id = crypto.randomUUID()
  const message: Message = { id, created_at: new Date(now * 1000).toISOString(), ...draft }
  records.put('mail', id, message)
  if (key !== null) {
    records.put('mail-key', key, { key, payload: canonical, message: id, created: now } satisfies UsedKey)
  }
  for (const onMessage of mailWaiters) onMessage(message)
  return { reply: jsonReply(200, { id }), fault }
}

const OTHER_PAYLOAD: MailError = {
  statusCode: 409,
  name: 'invalid_idempotent_request',
  message: 'Same idempotency key used with a different request payload.',
}

const CONCURRENT: MailError = {
  statusCode: 409,
  name: 'concurrent_idempotent_requests',
  message: 'Same idempotency key used while original request is still in progress.',
}

/** Returns an error in Resend's form. */
export function errorReply(error: MailError): Reply {
  return jsonReply(error.statusCode, error)
}

function scripted(status: number): MailError {
  return status === 429
    ? {
        statusCode: 429,
        name: 'rate_limit_exceeded',
        message: 'Too many requests. You can only make 2 requests per second.',
      }
    : { statusCode: status, name: 'application_error', message: 'An unexpected error occurred.' }
}
