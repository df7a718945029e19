/**
 * The newsletter's plain-form doors. `/newsletter/form/` is the form at the foot of every page: a browser is sent on to
 * the page that says what came of it, asked for JSON the door says it itself. `/newsletter/stop/` is the link in the
 * mails: it asks first, because programs that look through mail follow links.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  NEWSLETTER_EMAIL,
  NEWSLETTER_FORM,
  type NewsletterOutcome,
} from '../../../schema/content/newsletter/newsletter.api.ts'
import { NEWSLETTER_LEAVE_ASKED, NEWSLETTER_MESSAGES } from '../../../schema/content/newsletter/newsletter.ts'
import { paths } from '../../../schema/paths.ts'
import { MESSAGES } from '../../../schema/platform/forms/field.ts'
import type { AppEnv } from '../../env.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { limitForm } from '../../platform/forms/form-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { describeError } from '../../platform/security/log-redaction.ts'
import { leaveNewsletter } from './leave-newsletter.ts'
import { unsubscribePage } from './newsletter.page.tsx'
import { findSubscriber, unsubscribe } from './newsletter.sql.ts'
import { subscribeToNewsletter } from './subscribe-newsletter.ts'
import { verifyUnsubscribeSignature } from './unsubscribe-signature.ts'

const WORDS: Record<NewsletterOutcome, [code: number, message: string]> = {
  subscribed: [200, NEWSLETTER_MESSAGES.subscribed],
  unsubscribed: [200, NEWSLETTER_MESSAGES.unsubscribed],
  asked: [200, NEWSLETTER_LEAVE_ASKED],
  invalid: [422, MESSAGES.emailAddress],
  failed: [500, NEWSLETTER_MESSAGES.failed],
  'too-many': [429, TOO_MANY],
}

export const newsletterForm = new Hono<AppEnv>()
  .use(limitForm())
  .post('/form/', async (c) => {
    if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
    const body: Record<string, unknown> = await c.req.parseBody().catch(() => ({}))
    // Whoever leaves is asked nothing.
    const joins = body.action !== 'unsubscribe' && v.is(NEWSLETTER_EMAIL, body.email)
    const asked = joins ? await requireCaptcha(c, paths.newsletterForm, body) : null
    if (asked) return asked
    const outcome = await act(c)
    const [code, message] = WORDS[outcome]
    if (c.req.header('Accept')?.includes('application/json')) return reply(c, code, message)
    return c.redirect(`${paths.newsletter}?state=${outcome}`, 303)
  })
  .get('/stop/', (c) => {
    const reader = readerIn(c, c.req.query())
    return reader === null ? c.notFound() : unsubscribePage(c, reader)
  })
  // No page of ours has to have sent this: the proof in it says whose wish it is. Mail programs send it in one click.
  .post('/stop/', async (c) => {
    const fields = await c.req.parseBody().catch(() => ({}))
    const reader = readerIn(c, { ...c.req.query(), ...fields })
    const subscriber = reader === null ? null : await findSubscriber(c.env.DB, reader.id)
    if (!subscriber) return c.notFound()
    await unsubscribe(c.env.DB, subscriber.email, Date.now())
    if ('List-Unsubscribe' in fields) return c.text(NEWSLETTER_MESSAGES.unsubscribed)
    return c.redirect(`${paths.newsletter}?state=unsubscribed`, 303)
  })

async function act(c: Context<AppEnv>): Promise<NewsletterOutcome> {
  const fields = v.safeParse(NEWSLETTER_FORM, await c.req.parseBody().catch(() => ({})))
  const email = v.safeParse(NEWSLETTER_EMAIL, fields.success ? fields.output.email : '')
  if (!fields.success || !email.success) return 'invalid'
  const leaves = fields.output.action === 'unsubscribe'
  if (await isRateLimited(c, 'MAIL_LIMIT', 'newsletter')) return 'too-many'
  try {
    if (leaves) return (await leaveNewsletter(c, email.output)) === 'left' ? 'unsubscribed' : 'asked'
    await subscribeToNewsletter(c.env, email.output, Date.now())
    return 'subscribed'
  } catch (error) {
    console.error('newsletter', describeError(error))
    return 'failed'
  }
}

/** Who the link is about; `null` when we did not make it. */
function readerIn(c: Context<AppEnv>, fields: Record<string, unknown>): { id: number; proof: string } | null {
  const { id, proof } = fields
  if (typeof id !== 'string' || !/^\d{1,15}$/.test(id) || typeof proof !== 'string') return null
  return verifyUnsubscribeSignature(c.get('config').cartSecret, Number(id), proof)
    ? { id: Number(id), proof }
    : null
}
