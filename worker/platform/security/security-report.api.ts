/**
 * POST /api/ext/security-report: what the policies of our pages refused in somebody's browser, as a line of the log.
 * Nobody has to be believed here: the line says what kind of page and which rule, nothing of the visitor, and a network
 * that sends many is ignored.
 */
import { type Context, Hono } from 'hono'
import { parseCspViolations } from '../../../schema/platform/security/security-report.api.ts'
import type { AppEnv } from '../../env.ts'
import { limitBody } from '../http/json-body.ts'
import { reply } from '../http/reply.ts'
import { isRateLimited } from '../limits/rate-limit.ts'

/** Ten reports, each with the policy that they quote. */
const BODY_MAX = 32_768
const KINDS = /^application\/(csp-report|reports\+json|json)\b/

/** By bytes: workerd warns of a text whose type it does not take for one. */
async function readReport(c: Context): Promise<unknown> {
  try {
    return JSON.parse(new TextDecoder().decode(await c.req.arrayBuffer()))
  } catch {
    return null
  }
}

export const extSecurityReportApi = new Hono<AppEnv>().post(
  '/security-report',
  limitBody(BODY_MAX),
  async (c) => {
    if (!KINDS.test(c.req.header('Content-Type') ?? '')) return reply(c, 415, 'This is no report.')
    if (await isRateLimited(c, 'EVENT_LIMIT', 'security-report')) return reply(c, 200, false)
    const refusals = parseCspViolations(await readReport(c), new URL(c.get('config').siteUrl).origin)
    if (!refusals) return reply(c, 400, 'This is no report.')
    for (const refusal of refusals) console.warn('security-report', JSON.stringify(refusal))
    return reply(c, 200, true)
  },
)
