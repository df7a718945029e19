/**
 * The newsletter for clients of the wire: is somebody subscribed, subscribe, unsubscribe. Only the owner of a mailbox is
 * shown the subscription's state, and taken off the list at once; anybody else gets the same answer, and the mailbox a mail.
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

/** An address and nothing else. */
const BODY_MAX = 4096
const PATH = '/mailchimp-subscribe/subscribe'

type Act = (email: string) => Promise<unknown>

/** Reads the address, asks the limit, acts; every failure has the words that clients of the wire know. */
async function answer(
  c: Context<AppEnv>,
  limit: 'FORM_LIMIT' | 'MAIL_LIMIT',
  given: unknown,
  act: Act,
): Promise<Response> {
  const read = v.safeParse(NEWSLETTER_BODY, given)
  if (!read.success) return reply(c, 500, NEWSLETTER_API_MESSAGES.invalid)
  if (await isRateLimited(c, limit, 'newsletter')) {
    return reply(c, 429, TOO_MANY)
  }
  try {
    return reply(c, 200, await act(read.output.email))
  } catch (error) {
    console.error('newsletter', describeError(error))
    return reply(c, 500, NEWSLETTER_API_MESSAGES.failed)
  }
}

export const extNewsletterApi = new Hono<AppEnv>()
  .get(PATH, (c) => answer(c, 'FORM_LIMIT', c.req.query(), (email) => stateForOwner(c, email, c.req.query())))
  .post(PATH, limitBody(BODY_MAX), async (c) =>
    answer(c, 'MAIL_LIMIT', await jsonBody(c), async (email) => {
      await subscribeToNewsletter(c.env, email, Date.now())
      return 'subscribed'
    }),
  )
  .delete(PATH, limitBody(BODY_MAX), async (c) =>
    answer(c, 'MAIL_LIMIT', await jsonBody(c), async (email) => {
      await leaveNewsletter(c, email)
      return 'unsubscribed'
    }),
  )
