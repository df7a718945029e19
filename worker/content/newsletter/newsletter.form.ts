/**
 * The form endpoints of the newsletter. `/newsletter/form/` is the form at the end of every page. `/newsletter/stop/` is the
 * link in the mails: it shows a button, because mail scanners follow links.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  NEWSLETTER_EMAIL,
  NEWSLETTER_FORM,
  type NewsletterOutcome,
} from '../../../schema/content/newsletter/newsletter.api.ts'
import {
  NEWSLETTER_MESSAGES,
  NEWSLETTER_STOP_MAIL_SENT,
} from '../../../schema/content/newsletter/newsletter.ts'
import { paths } from '../../../schema/paths.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import type { FormTexts } from '../../../schema/platform/forms/form-texts.ts'
import type { AppEnv } from '../../env.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { leaveNewsletter } from './leave-newsletter.ts'
import { unsubscribePage } from './newsletter.page.tsx'
import { findSubscriber, unsubscribe } from './newsletter.sql.ts'
import { subscribeToNewsletter } from './subscribe-newsletter.ts'
import { verifyUnsubscribeSignature } from './unsubscribe-signature.ts'

const OUTCOMES: Record<NewsletterOutcome, [code: number, message: string]> = {
  subscribed: [200, NEWSLETTER_MESSAGES.subscribed],
  unsubscribed: [200, NEWSLETTER_MESSAGES.unsubscribed],
  asked: [200, NEWSLETTER_STOP_MAIL_SENT],
  invalid: [422, FIELD_MESSAGES.emailAddress],
  failed: [500, NEWSLETTER_MESSAGES.failed],
  'too-many': [429, TOO_MANY],
}

const subscriptionForm = formRoute({
  path: '/form/',
  schema: FORM_TEXTS,
  run: async (c, body) => {
    // Only subscribing requires a captcha.
    const isSubscribing = body.action !== 'unsubscribe' && v.is(NEWSLETTER_EMAIL, body.email)
    const captcha = isSubscribing ? await requireCaptcha(c, paths.newsletterForm, body) : null
    if (captcha) return captcha
    const outcome = await changeSubscription(c, body)
    const [status, result] = OUTCOMES[outcome]
    return { status, result, to: `${paths.newsletter}?state=${outcome}` }
  },
})

/** Unsubscribes by the signed link of a mail. Mail programs send this form for their one-click button. */
const unsubscribeForm = formRoute({
  path: '/stop/',
  allowCrossSite: true,
  schema: FORM_TEXTS,
  run: async (c, fields) => {
    const link = readUnsubscribeLink(c, { ...c.req.query(), ...fields })
    const subscriber = link === null ? null : await findSubscriber(c.env.DB, link.id)
    if (!subscriber) return c.notFound()
    await unsubscribe(c.env.DB, subscriber.email, Date.now())
    if ('List-Unsubscribe' in fields) return c.text(NEWSLETTER_MESSAGES.unsubscribed)
    return c.redirect(`${paths.newsletter}?state=unsubscribed`, 303)
  },
})

export const newsletterForm = new Hono<AppEnv>()
  .route('/', subscriptionForm)
  .get('/stop/', (c) => {
    const link = readUnsubscribeLink(c, c.req.query())
    return link === null ? c.notFound() : unsubscribePage(c, link)
  })
  .route('/', unsubscribeForm)

async function changeSubscription(c: Context<AppEnv>, body: FormTexts): Promise<NewsletterOutcome> {
  const fields = v.safeParse(NEWSLETTER_FORM, body)
  const email = v.safeParse(NEWSLETTER_EMAIL, fields.success ? fields.output.email : '')
  if (!fields.success || !email.success) return 'invalid'
  if (await isRateLimited(c, 'MAIL_LIMIT', 'newsletter')) return 'too-many'
  try {
    if (fields.output.action === 'unsubscribe')
      return (await leaveNewsletter(c, email.output)) === 'left' ? 'unsubscribed' : 'asked'
    await subscribeToNewsletter(c.env, email.output, Date.now())
    return 'subscribed'
  } catch (error) {
    console.error('changing a newsletter subscription failed', describeError(error))
    return 'failed'
  }
}

/** Returns the subscriber's id and the signature of a link; `null` when the signature is invalid. */
function readUnsubscribeLink(
  c: Context<AppEnv>,
  fields: Record<string, unknown>,
): { id: number; proof: string } | null {
  const { id, proof } = fields
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id) || typeof proof !== 'string') return null
  return verifyUnsubscribeSignature(c.get('config').cartSecret, Number(id), proof)
    ? { id: Number(id), proof }
    : null
}
