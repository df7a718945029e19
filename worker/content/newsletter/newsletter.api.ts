/**
 * The newsletter for clients of the API: state of a subscription, subscribe, unsubscribe. Only the owner of a mailbox gets the
 * state and is unsubscribed at once; other requesters get the same reply, and the mailbox gets a mail with a link.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { NEWSLETTER_BODY } from '../../../schema/content/newsletter/newsletter.api.ts'
import { NEWSLETTER_API_MESSAGES } from '../../../schema/content/newsletter/newsletter.ts'
import type { AppEnv } from '../../env.ts'
import { jsonBody, limitBody } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { describeError } from '../../platform/security/log-redaction.ts'
import { leaveNewsletter, stateForOwner } from './leave-newsletter.ts'
import { subscribeToNewsletter } from './subscribe-newsletter.ts'

/** Bytes of a body with one e-mail address. */
const BODY_MAX = 4096
const PATH = '/mailchimp-subscribe/subscribe'

/** Validates the address, checks the rate limit and runs the action. Failures have the messages that API clients know. */
async function handle(
  c: Context<AppEnv>,
  limit: 'FORM_LIMIT' | 'MAIL_LIMIT',
  input: unknown,
  action: (email: string) => Promise<unknown>,
): Promise<Response> {
  const parsed = v.safeParse(NEWSLETTER_BODY, input)
  if (!parsed.success) return reply(c, 500, NEWSLETTER_API_MESSAGES.invalid)
  if (await isRateLimited(c, limit, 'newsletter')) return reply(c, 429, TOO_MANY)
  try {
    return reply(c, 200, await action(parsed.output.email))
  } catch (error) {
    console.error('changing a newsletter subscription failed', describeError(error))
    return reply(c, 500, NEWSLETTER_API_MESSAGES.failed)
  }
}

export const extNewsletterApi = new Hono<AppEnv>()
  .get(PATH, (c) => handle(c, 'FORM_LIMIT', c.req.query(), (email) => stateForOwner(c, email, c.req.query())))
  .post(PATH, limitBody(BODY_MAX), async (c) =>
    handle(c, 'MAIL_LIMIT', await jsonBody(c), async (email) => {
      await subscribeToNewsletter(c.env, email, Date.now())
      return 'subscribed'
    }),
  )
  .delete(PATH, limitBody(BODY_MAX), async (c) =>
    handle(c, 'MAIL_LIMIT', await jsonBody(c), async (email) => {
      await leaveNewsletter(c, email)
      return 'unsubscribed'
    }),
  )
