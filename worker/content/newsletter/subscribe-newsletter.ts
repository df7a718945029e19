/** Subscribes to the newsletter: the row, the subscriber's coupon and the welcome mail. */
import { newsletterCode } from '../../../schema/content/newsletter/newsletter.ts'
import { HUMAN_CODE_BYTES } from '../../../schema/platform/human-code.ts'
import { toMailbox } from '../../../schema/platform/mail/mailbox.ts'
import type { Env } from '../../env.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { subscribe } from './newsletter.sql.ts'

/** Subscribes an address in lower case. Each mailbox gets one welcome mail. Throws when D1 does not answer. */
export async function subscribeToNewsletter(env: Env, email: string, now: number): Promise<void> {
  const code = newsletterCode(crypto.getRandomValues(new Uint8Array(HUMAN_CODE_BYTES)))
  const mails = await subscribe(env.DB, { email, mailbox: toMailbox(email), code, now })
  await enqueueOutbox(env.OUTBOX, mails)
}
