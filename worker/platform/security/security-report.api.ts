/**
 * POST /api/ext/security-report: logs violations of the content security policy that browsers report. The reports are
 * not trusted: the log line has only the kind of page and the rule, no data about the visitor, and further reports of
 * a network with many reports are ignored.
 */
import { type Context, Hono } from 'hono'
import { parseCspViolations } from '../../../schema/platform/security/security-report.api.ts'
import type { AppEnv } from '../../env.ts'
import { limitBody } from '../http/json-body.ts'
import { reply } from '../http/reply.ts'
import { isRateLimited } from '../limits/rate-limit.ts'

/** Bytes of ten reports, each of which contains the policy. */
const BODY_MAX = 32_768
const CONTENT_TYPES = /^application\/(csp-report|reports\+json|json)\b/

/** Reads the body as bytes, because workerd logs a warning when `text()` is used with these content types. */
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
    if (!CONTENT_TYPES.test(c.req.header('Content-Type') ?? '')) return reply(c, 415, 'This is no report.')
    if (await isRateLimited(c, 'EVENT_LIMIT', 'security-report')) return reply(c, 200, false)
    const violations = parseCspViolations(await readReport(c), new URL(c.get('config').siteUrl).origin)
    if (!violations) return reply(c, 400, 'This is no report.')
    for (const violation of violations) console.warn('security-report', JSON.stringify(violation))
    return reply(c, 200, true)
  },
)
