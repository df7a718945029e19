import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { jsonReply, sendReply } from '../reply.ts'
import { keyError } from './keys.ts'
import { findMessage, listMessages, type MailQuery, waitForMessages } from './mailbox.ts'
import { mailboxPage } from './mailbox-page.ts'
import { messageBody, messagePage, type View } from './message-page.ts'
import { errorReply, sendMail } from './send.ts'

/** Longest wait of GET /mailbox.json, in seconds. */
const MAX_WAIT_SECONDS = 60

/** Resend's API, and the mailbox that shows the messages. */
export const mailRoutes = new Hono<{ Bindings: Env }>()

mailRoutes.post('/emails', async (c) => {
  const refused = keyError(c.req.header('authorization'), c.env.MAIL_API_KEY)
  if (refused) return sendReply(errorReply(refused), null)
  const call = { body: await c.req.text(), idempotencyKey: c.req.header('idempotency-key') ?? null }
  const { reply, fault } = await sendMail(call, c.env.ledger)
  return sendReply(reply, fault)
})

mailRoutes.get('/emails/:id', (c) => {
  const refused = keyError(c.req.header('authorization'), c.env.MAIL_API_KEY)
  if (refused) return sendReply(errorReply(refused), null)
  const message = findMessage(c.env.ledger.records, c.req.param('id'))
  return message
    ? sendReply(jsonReply(200, { object: 'email', ...message, last_event: 'delivered' }), null)
    : sendReply(errorReply({ statusCode: 404, name: 'not_found', message: 'Email not found' }), null)
})

mailRoutes.get('/mailbox.json', async (c) => {
  const wait = Number(c.req.query('wait') ?? 0)
  const seconds = Number.isFinite(wait) ? Math.min(Math.max(wait, 0), MAX_WAIT_SECONDS) : 0
  return c.json({ messages: await waitForMessages(c.env.ledger, queryOf(c.req.query()), seconds * 1000) })
})

// Used idempotency keys stay used, as at the real service.
mailRoutes.delete('/mailbox.json', (c) => {
  c.env.ledger.records.clear('mail')
  return c.body(null, 204)
})

mailRoutes.get('/mailbox', (c) => {
  const query = queryOf(c.req.query())
  return c.html(mailboxPage(listMessages(c.env.ledger.records, query), query))
})

mailRoutes.get('/mailbox/:id', (c) => {
  const message = findMessage(c.env.ledger.records, c.req.param('id'))
  if (!message) return c.notFound()
  const requested = c.req.query('view')
  const view: View =
    requested === 'text' || requested === 'headers' || requested === 'html'
      ? requested
      : message.html
        ? 'html'
        : 'text'
  return c.html(messagePage(message, view))
})

// The mail's own HTML: no scripts, no forms, and links open in a new tab.
mailRoutes.get('/mailbox/:id/body', (c) => {
  const message = findMessage(c.env.ledger.records, c.req.param('id'))
  if (!message?.html) return c.notFound()
  c.header(
    'content-security-policy',
    "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src * data:; sandbox allow-popups allow-popups-to-escape-sandbox",
  )
  return c.html(messageBody(message.html))
})

function queryOf(fields: Record<string, string>): MailQuery {
  const { to, subject } = fields
  return { ...(to ? { to } : {}), ...(subject ? { subject } : {}) }
}
