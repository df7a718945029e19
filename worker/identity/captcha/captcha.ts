/** The captcha (Turnstile's siteverify): whether a person has just sent a form from a page of the shop. */
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { fetchWithRetry } from '../../platform/outbound/fetch-with-retry.ts'
import { describeError } from '../../platform/security/log-redaction.ts'

/** The longest response of a widget, in characters. */
const RESPONSE_MAX = 2048
const TIMEOUT_MS = 5_000

const REPLY = v.object({ success: v.boolean() })

/**
 * Returns whether the captcha confirms the response, or none is configured. When the service does not answer, the result is
 * false: a person can send the form again, and bots must not find an unprotected endpoint.
 */
export async function checkCaptcha(
  config: Pick<Config, 'captcha'>,
  response: string | null | undefined,
  network: string,
): Promise<boolean> {
  const { captcha } = config
  if (captcha === null) return true
  if (!response || response.length > RESPONSE_MAX) return false
  // The key lets a retry verify the same response; without the key the service refuses the second request.
  const key = { idempotency_key: crypto.randomUUID() }
  const fields = { secret: captcha.secret, response, ...(network ? { remoteip: network } : {}), ...key }
  try {
    const reply = await fetchWithRetry(`${captcha.url}/turnstile/v0/siteverify`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const parsed = v.safeParse(REPLY, await reply.json())
    return reply.ok && parsed.success && parsed.output.success
  } catch (error) {
    console.warn('captcha', describeError(error))
    return false
  }
}
