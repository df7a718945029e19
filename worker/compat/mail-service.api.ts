/**
 * The mail service of the API (G3). It sends mail only to the configured addresses of the shop; the optional
 * confirmation to the shopper has a fixed text of the shop.
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { cleanContact } from '../../schema/content/pages/contact.ts'
import { MAIL_SERVICE_BODY, MAIL_SERVICE_MESSAGES } from '../../schema/content/pages/mail-service.api.ts'
import { emailAddress, maxLength60 } from '../../schema/platform/forms/field.ts'
import { readContactRecipients, sendContact, sendContactReceipt } from '../content/pages/send-contact.ts'
import type { AppEnv } from '../env.ts'
import { createMailToken, verifyMailToken } from '../identity/session/mail-token.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { clientNetwork } from '../platform/limits/client-network.ts'
import { isMailboxOverLimit, isRateLimited, TOO_MANY } from '../platform/limits/rate-limit.ts'

const BODY_MAX = 65_536

export const extMailServiceApi = new Hono<AppEnv>()
  .get('/mail-service/get-token', (c) =>
    reply(c, 200, createMailToken(c.get('config').cartSecret, clientNetwork(c), Date.now())),
  )
  .post('/mail-service/send-email', limitBody(BODY_MAX), async (c) => {
    const error = await send(c)
    if (error === TOO_MANY) return reply(c, 429, error)
    return error === null ? reply(c, 200, MAIL_SERVICE_MESSAGES.sent) : reply(c, 500, error)
  })

const isAddress = (text: string) => emailAddress(text) === null && maxLength60(text) === null

/** Sends the mail; returns `null` when it was accepted, otherwise the error message. */
async function send(c: Context<AppEnv>): Promise<string | null> {
  const read = v.safeParse(MAIL_SERVICE_BODY, await jsonBody(c))
  if (!read.success) return NOT_JSON_MESSAGE
  const {
    sourceAddress: source,
    targetAddress: target,
    subject,
    emailText,
    confirmation,
    token,
  } = read.output
  const { cartSecret, mail } = c.get('config')
  if (!verifyMailToken(cartSecret, clientNetwork(c), token, Date.now())) return MAIL_SERVICE_MESSAGES.token
  if (!mail) return MAIL_SERVICE_MESSAGES.transport
  if (source === '') return MAIL_SERVICE_MESSAGES.noSource
  if (target === '') return MAIL_SERVICE_MESSAGES.noTarget
  const shopAddresses = (await readContactRecipients(c.env.DB)).map((address) => address.toLowerCase())
  const shopAddress = confirmation ? source : target
  if (!shopAddresses.includes(shopAddress.toLowerCase())) return MAIL_SERVICE_MESSAGES.strange(shopAddress)
  if (!confirmation && !isAddress(source)) return MAIL_SERVICE_MESSAGES.badSource
  if (confirmation && !isAddress(target)) return MAIL_SERVICE_MESSAGES.badTarget
  if (await isRateLimited(c, 'MAIL_LIMIT', 'mail-service')) return TOO_MANY
  if (confirmation) {
    const address = target.toLowerCase()
    if (await isMailboxOverLimit(c, 'contact-receipt', address)) return TOO_MANY
    await sendContactReceipt(c.env, address, Date.now())
    return null
  }
  const { message } = cleanContact({ message: emailText })
  const contact = { name: '', email: source, phone: '', topic: subject, message }
  await sendContact(c.env, contact, { to: [target.toLowerCase()], receipt: false, now: Date.now() })
  return null
}
