/** The page of the newsletter, which shows the outcome of a plain form, and the page of the link in its mails. */
import { type Context, Hono } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { Button } from '../../../client/platform/ui/button.tsx'
import {
  NEWSLETTER_OUTCOMES,
  type NewsletterOutcome,
} from '../../../schema/content/newsletter/newsletter.api.ts'
import {
  NEWSLETTER_MESSAGES,
  NEWSLETTER_STOP_MAIL_SENT,
} from '../../../schema/content/newsletter/newsletter.ts'
import { paths } from '../../../schema/paths.ts'
import { FIELD_MESSAGES } from '../../../schema/platform/forms/field.ts'
import type { AppEnv } from '../../env.ts'
import { TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { NewsletterForm } from './newsletter-form.tsx'

const OUTCOME_MESSAGES: Record<NewsletterOutcome, string> = {
  subscribed: NEWSLETTER_MESSAGES.subscribed,
  unsubscribed: NEWSLETTER_MESSAGES.unsubscribed,
  asked: NEWSLETTER_STOP_MAIL_SENT,
  invalid: FIELD_MESSAGES.emailAddress,
  failed: NEWSLETTER_MESSAGES.failed,
  'too-many': TOO_MANY,
}
const SUCCESSES: ReadonlySet<NewsletterOutcome> = new Set(['subscribed', 'unsubscribed', 'asked'])

export const newsletterPages = new Hono<AppEnv>().get(paths.newsletter, (c) => {
  const outcome = NEWSLETTER_OUTCOMES.find((known) => known === c.req.query('state'))
  return contentPage(c, {
    title: 'Newsletter',
    description: '10% off your first order, and a note when tires worth a look come in.',
    canonical: outcome ? null : paths.newsletter,
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>Newsletter</h1>
        {outcome ? (
          <Alert tone={SUCCESSES.has(outcome) ? 'plain' : 'error'}>{OUTCOME_MESSAGES[outcome]}</Alert>
        ) : null}
        <p>
          10% off your first order, once for each mailbox, and a note when tires worth a look come in. Every
          email has an unsubscribe link.
        </p>
        <NewsletterForm id="newsletter-page" />
      </article>
    ),
  })
})

/** Renders the button that unsubscribes. Never cached, because it belongs to one subscriber. */
export function unsubscribePage(
  c: Context<AppEnv>,
  link: { id: number; proof: string },
): Response | Promise<Response> {
  return contentPage(c, {
    title: 'Unsubscribe',
    description: 'One click and you’re off the list.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>Unsubscribe</h1>
        <p>One click and you’re off the list. You’ll still get emails about your orders.</p>
        <form method="post" action={paths.newsletterStop}>
          <input type="hidden" name="id" value={String(link.id)} />
          <input type="hidden" name="proof" value={link.proof} />
          <Button type="submit">Unsubscribe</Button>
        </form>
      </article>
    ),
  })
}
