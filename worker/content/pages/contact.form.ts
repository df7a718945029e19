/**
 * POST /contacts/form/: the contact form. A refused form is shown again with its errors and the typed texts; a valid message
 * is sent as mail.
 */
import type { Context } from 'hono'
import {
  CONTACT_MESSAGES,
  cleanContact,
  contactErrors,
  topicLabel,
} from '../../../schema/content/pages/contact.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { contactsPage } from './contacts.page.tsx'
import { readContactRecipients, sendContact } from './send-contact.ts'

export const contactForm = formRoute({
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const texts = cleanContact(body)
    const errors = contactErrors(texts)
    if (Object.keys(errors).length > 0) {
      return { status: 422, result: { errors }, to: () => contactsPage(c, { texts, errors, problem: null }) }
    }
    const captcha = await requireCaptcha(c, paths.contactForm, body)
    if (captcha) return captcha
    const problem = await post(c, { ...texts, topic: topicLabel(texts.topic) ?? '' })
    if (problem === null)
      return { status: 200, result: CONTACT_MESSAGES.sent, to: `${paths.contacts}?sent=1` }
    const status = problem === TOO_MANY ? 429 : 500
    return { status, result: problem, to: () => contactsPage(c, { texts, errors, problem }) }
  },
})

/** Sends the message; returns the error message, or `null` after a success. */
async function post(c: Context<AppEnv>, message: Parameters<typeof sendContact>[1]): Promise<string | null> {
  if (await isRateLimited(c, 'MAIL_LIMIT', 'contact')) return TOO_MANY
  try {
    const to = await readContactRecipients(c.env.DB)
    // The number of receipts for an address is limited, so that the form cannot flood the mailbox of another person.
    const receipt = !(await isMailboxOverLimit(c, 'contact-receipt', message.email))
    const isSent = await sendContact(c.env, message, { to, receipt, now: Date.now() })
    return isSent ? null : CONTACT_MESSAGES.failed
  } catch (error) {
    console.error('sending a contact message failed', describeError(error))
    return CONTACT_MESSAGES.failed
  }
}
