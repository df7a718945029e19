/**
 * POST /contacts/form/: the contact form. What is wrong is shown on the form itself with everything that was typed; what
 * is right becomes mail. Asked for JSON, the door answers the envelope.
 */
import { type Context, Hono } from 'hono'
import {
  CONTACT_MESSAGES,
  cleanContact,
  contactErrors,
  topicLabel,
} from '../../../schema/content/pages/contact.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { formTexts, limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { describeError } from '../../platform/security/log-redaction.ts'
import { contactsPage } from './contacts.page.tsx'
import { recipientsOf, sendContact } from './send-contact.ts'

export const contactForm = new Hono<AppEnv>().use(limitForm()).post('/', async (c) => {
  if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
  const body = await formTexts(c)
  const texts = cleanContact(body)
  const errors = contactErrors(texts)
  const wantsJson = c.req.header('Accept')?.includes('application/json') ?? false
  if (Object.keys(errors).length > 0) {
    return wantsJson ? reply(c, 422, { errors }) : contactsPage(c, { texts, errors, problem: null })
  }
  const asked = await requireCaptcha(c, paths.contactForm, body)
  if (asked) return asked
  const problem = await post(c, { ...texts, topic: topicLabel(texts.topic) ?? '' })
  if (problem === null) {
    return wantsJson ? reply(c, 200, CONTACT_MESSAGES.sent) : c.redirect(`${paths.contacts}?sent=1`, 303)
  }
  if (wantsJson) return reply(c, problem === TOO_MANY ? 429 : 500, problem)
  return contactsPage(c, { texts, errors: {}, problem })
})

/** `null` when the message was taken, else why not, in words. */
async function post(c: Context<AppEnv>, message: Parameters<typeof sendContact>[1]): Promise<string | null> {
  if (await isRateLimited(c, 'MAIL_LIMIT', 'contact')) return TOO_MANY
  try {
    const to = await recipientsOf(c.env.DB)
    // One receipt in a while for each address: nobody's mailbox is filled by somebody who types it here.
    const receipt = !(await isMailboxOverLimit(c, 'contact-receipt', message.email))
    const taken = await sendContact(c.env, message, { to, receipt, now: Date.now() })
    return taken ? null : CONTACT_MESSAGES.failed
  } catch (error) {
    console.error('contact', describeError(error))
    return CONTACT_MESSAGES.failed
  }
}
