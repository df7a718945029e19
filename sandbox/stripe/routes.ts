import { Hono } from 'hono'
import type { Env } from '../env.ts'
import { sendReply } from '../reply.ts'
import { answerStripe, failureReply } from './call.ts'
import { thisMoment } from './clock.ts'
import { badParam, isFailure } from './failure.ts'
import { keyKind } from './keys.ts'

/** Longest body in characters; requests to Stripe are much shorter. */
const MAX_BODY_LENGTH = 1_000_000

/** Stripe's API: parses a request, answers it from the ledger and sends the reply. */
export const stripeRoutes = new Hono<{ Bindings: Env }>()

// A page of the shop reads its own intent with the publishable key, from another origin.
stripeRoutes.use('/v1/*', async (c, next) => {
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
})

stripeRoutes.options('/v1/*', () => {
  const allowed = {
    'access-control-allow-methods': 'GET, POST',
    // Browsers of the journeys send the last header with every request (e2e/browser.ts).
    'access-control-allow-headers':
      'authorization, content-type, idempotency-key, stripe-version, cf-connecting-ip',
  }
  return new Response(null, { status: 204, headers: allowed })
})

stripeRoutes.all('/v1/*', async (c) => {
  const url = new URL(c.req.url)
  const requestId = thisMoment().id('req')
  // Not text(), which logs a warning for every form.
  const posted = c.req.method === 'POST' ? new TextDecoder().decode(await c.req.arrayBuffer()) : ''
  const refuse = (message: string) =>
    sendReply(failureReply(badParam('', undefined, message), requestId), null)
  if (posted.length > MAX_BODY_LENGTH) return refuse('The request body is too large.')
  const type = c.req.header('content-type') ?? ''
  if (posted !== '' && !type.startsWith('application/x-www-form-urlencoded')) {
    return refuse(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    )
  }
  const form = new URLSearchParams(c.req.method === 'POST' ? posted : url.search)
  const key = keyKind(c.req.header('authorization'), form.get('key'), c.env)
  if (isFailure(key)) return sendReply(failureReply(key, requestId), null)
  form.delete('key')
  form.sort() // the same parameters in another order are the same request
  const call = {
    method: c.req.method,
    path: url.pathname,
    form: form.toString(),
    key,
    idempotencyKey: c.req.header('idempotency-key') ?? null,
    requestId,
    origin: url.origin,
  }
  const { reply, fault } = await answerStripe(call, c.env.ledger)
  return sendReply(reply, fault)
})
