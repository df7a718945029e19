/**
 * Whether a person sends a form, where a captcha is configured. Cached pages hold no third-party script, so a form of theirs
 * goes without an answer first and is asked for it on a page of its own, with everything that was typed.
 */

import type { Context } from 'hono'
import { USER_MESSAGES } from '../../../schema/identity/sign-in/user.api.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { clientNetwork } from '../../platform/limits/client-network.ts'
import { checkCaptcha } from '../captcha/captcha.ts'
import { CAPTCHA_FIELD, captchaPage } from './captcha.page.tsx'

/** With this status an endpoint answers JSON requests that must be sent as a plain form, so that the captcha page can ask. */
const ASK_FOR_PERSON = 428

/** `null` for a person, and where nobody asks; else the answer. `action` is the form's own address. */
export async function requireCaptcha(
  c: Context<AppEnv>,
  action: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Response | null> {
  const config = c.get('config')
  if (config.captcha === null) return null
  const { [CAPTCHA_FIELD]: response, ...rest } = body
  const given = typeof response === 'string' ? response : ''
  if (await checkCaptcha(config, given, clientNetwork(c))) return null
  if (wantsJson(c)) {
    return reply(c, ASK_FOR_PERSON, USER_MESSAGES.captcha)
  }
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return captchaPage(c, {
    action,
    fields,
    captcha: config.captcha,
    problem: given === '' ? null : USER_MESSAGES.captcha,
  })
}
