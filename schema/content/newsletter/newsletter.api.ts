/** /api/ext/mailchimp-subscribe/subscribe and our own form (G2). */
import * as v from 'valibot'
import { FIELD_RULES, firstMessage } from '../../platform/forms/field.ts'
import { normalizeEmail } from '../../platform/mail/mailbox.ts'
import { NEWSLETTER_STATES } from './newsletter.ts'

/** An address by the rules of the forms, converted to lower case. */
export const NEWSLETTER_EMAIL = v.pipe(
  v.string(),
  v.trim(),
  v.check((email) => firstMessage(email, FIELD_RULES.emailAddress) === null, 'Invalid e-mail provided!'),
  v.transform(normalizeEmail),
)

/** Body of POST and DELETE, query of GET. */
export const NEWSLETTER_BODY = v.looseObject({ email: NEWSLETTER_EMAIL })

/** Query of GET; `id` and `proof` (a signature) come from the link in each mail of the newsletter. */
export const NEWSLETTER_QUERY = v.looseObject({
  ...NEWSLETTER_BODY.entries,
  id: v.optional(v.string()),
  proof: v.optional(v.string()),
})

/** Result of POST, DELETE and, for the owner of the mailbox, GET; `null` for an address that never subscribed. */
export const NEWSLETTER_RESULT = v.nullable(v.picklist(NEWSLETTER_STATES))

/** The shop's own form. */
export const NEWSLETTER_FORM = v.object({
  email: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  action: v.optional(v.picklist(['subscribe', 'unsubscribe']), 'subscribe'),
})

/** Outcomes that the form's page shows, by `?state=`. */
export const NEWSLETTER_OUTCOMES = [
  'subscribed',
  'unsubscribed',
  'asked',
  'invalid',
  'failed',
  'too-many',
] as const
export type NewsletterOutcome = (typeof NEWSLETTER_OUTCOMES)[number]
