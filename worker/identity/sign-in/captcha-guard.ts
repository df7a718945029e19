/**
 * Requires the captcha of a form, when one is configured. Cached pages contain no third-party script, so their forms arrive
 * without a captcha response; the shopper then solves the captcha on a page of its own, which repeats the typed fields.
 */

import type { Context } from 'hono'
import { USER_MESSAGES } from '../../../schema/identity/sign-in/user.api.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { wantsJson } from '../../platform/http/wants-json.ts'
import { clientNetwork } from '../../platform/limits/client-network.ts'
import { checkCaptcha } from '../captcha/captcha.ts'
import { CAPTCHA_FIELD, captchaPage } from './captcha.page.tsx'

/** The status of a JSON reply after which the browser submits the form without script, to get the captcha page. */
const CAPTCHA_REQUIRED = 428

/**
 * Returns `null` when the form has a valid captcha response or no captcha is configured; else the response to send. `action`
 * is the URL of the form.
 */
export async function requireCaptcha(
  c: Context<AppEnv>,
  action: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Response | null> {
  const config = c.get('config')
  if (config.captcha === null) return null
  const { [CAPTCHA_FIELD]: response, ...rest } = body
  const token = typeof response === 'string' ? response : ''
  if (await checkCaptcha(config, token, clientNetwork(c))) return null
  if (wantsJson(c)) return reply(c, CAPTCHA_REQUIRED, USER_MESSAGES.captcha)
  const fields = Object.entries(rest).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return captchaPage(c, {
    action,
    fields,
    captcha: config.captcha,
    problem: token === '' ? null : USER_MESSAGES.captcha,
  })
}
