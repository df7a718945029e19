/** /api/ext/mail-service (G3): mail to the shop by clients of the API. */
import * as v from 'valibot'

const text = (max: number) => v.optional(v.pipe(v.string(), v.trim(), v.maxLength(max)), '')

/** Unknown keys are allowed. With `confirmation` the mail goes from the shop to the shopper. */
export const MAIL_SERVICE_BODY = v.looseObject({
  sourceAddress: text(200),
  targetAddress: text(200),
  subject: text(200),
  emailText: text(10_000),
  confirmation: v.optional(v.boolean(), false),
  token: text(200),
})

/** Result of get-token, and of send-email when the mail was accepted. */
export const MAIL_TOKEN_REPLY = v.pipe(v.string(), v.regex(/^\d+\.[\w-]+$/))
export const MAIL_SENT_REPLY = v.literal('OK')

/** Messages that clients compare word for word. */
export const MAIL_SERVICE_MESSAGES = {
  sent: 'OK',
  token: 'Email is not authorized!',
  transport: 'No transport is defined for mail service!',
  noSource: 'Source email address is not provided!',
  noTarget: 'Target email address is not provided!',
  badSource: 'Source email address is invalid!',
  badTarget: 'Target email address is invalid!',
  strange: (address: string) => `Target email address (${address}) is not from the whitelist!`,
} as const
