/** The captcha (Turnstile's siteverify): whether a form was sent by a person, on our page, just now. */
import * as v from 'valibot'
import type { Config } from '../../config.ts'
import { fetchAgain } from '../../platform/outbound/fetch-again.ts'
import { describeError } from '../../platform/security/log-redaction.ts'

/** Longest response that a widget makes. */
const RESPONSE_MAX = 2048
const TIMEOUT_MS = 5_000

const ANSWER = v.object({ success: v.boolean() })

/**
 * True when no captcha is configured, or when it says yes. A service that does not answer is a no: the form can be sent
 * again, and bots would find an endpoint without protection.
 */
export async function checkCaptcha(
  config: Pick<Config, 'captcha'>,
  response: string | null | undefined,
  network: string,
): Promise<boolean> {
  const { captcha } = config
  if (captcha === null) return true
  if (!response || response.length > RESPONSE_MAX) return false
  // The key lets the same answer be asked about again; without, the second request is refused.
  const key = { idempotency_key: crypto.randomUUID() }
  const fields = { secret: captcha.secret, response, ...(network ? { remoteip: network } : {}), ...key }
  try {
    const answer = await fetchAgain(`${captcha.url}/turnstile/v0/siteverify`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const parsed = v.safeParse(ANSWER, await answer.json())
    return answer.ok && parsed.success && parsed.output.success
  } catch (error) {
    console.warn('captcha', describeError(error))
    return false
  }
}
