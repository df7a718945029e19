import { Hono } from 'hono'
import type { Env } from '../env.ts'

/** Turnstile's call that verifies a response of its widget. */
export const captchaRoutes = new Hono<{ Bindings: Env }>()

/** The response of the sandbox's widget; any other is invalid. */
const RESPONSE = /^sandbox-person-[0-9a-f-]{36}$/
/**
 * Responses that were verified, with their idempotency key: a response is valid once, and again with the same
 * key. In memory, because the real service stores them for five minutes only.
 */
const used = new Map<string, unknown>()

captchaRoutes.post('/turnstile/v0/siteverify', async (c) => {
  const isJson = c.req.header('content-type')?.includes('json') ?? false
  const fields: Record<string, unknown> = await (isJson ? c.req.json() : c.req.parseBody())
  const response = String(fields.response ?? '')
  const errors =
    fields.secret !== c.env.CAPTCHA_SECRET
      ? ['invalid-input-secret']
      : response === ''
        ? ['missing-input-response']
        : !RESPONSE.test(response)
          ? ['invalid-input-response']
          : used.has(response) && (!fields.idempotency_key || used.get(response) !== fields.idempotency_key)
            ? ['timeout-or-duplicate']
            : []
  if (errors.length > 0) return c.json({ success: false, 'error-codes': errors })
  used.set(response, fields.idempotency_key)
  return c.json({
    success: true,
    'error-codes': [],
    challenge_ts: new Date().toISOString(),
    hostname: 'localhost',
  })
})
