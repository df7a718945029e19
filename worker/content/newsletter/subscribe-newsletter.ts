/** Subscribing to the newsletter: the row, the reader's coupon and the mail that brings it. */
import { newsletterCode } from '../../../schema/content/newsletter/newsletter.ts'
import { HUMAN_CODE_BYTES } from '../../../schema/platform/human-code.ts'
import { mailboxOf } from '../../../schema/platform/mail/mailbox.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { subscribe } from './newsletter.sql.ts'

/** `email` in small letters. A reader stays one, a mailbox gets one mail. Throws when D1 does not answer. */
export async function subscribeToNewsletter(env: Env, email: string, now: number): Promise<void> {
  const code = newsletterCode(crypto.getRandomValues(new Uint8Array(HUMAN_CODE_BYTES)))
  const mails = await subscribe(env.DB, { email, mailbox: mailboxOf(email), code, now })
  await enqueueOutbox(env.OUTBOX, mails)
}
