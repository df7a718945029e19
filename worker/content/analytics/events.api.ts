/**
 * POST /api/ext/events: batches of events that pages send when they are left. Counts are anonymous; events of a browser that
 * sends Global Privacy Control (`Sec-GPC: 1`) are not counted.
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { EVENTS_BODY } from '../../../schema/content/analytics/events.api.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv } from '../../env.ts'
import { jsonBody, limitBody } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE, isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { countEvents } from './event-count.sql.ts'

const BATCH_MAX = 8_192

export const extEventsApi = new Hono<AppEnv>().post('/events', limitBody(BATCH_MAX), async (c) => {
  if (!isSameOrigin(c.req.raw)) return reply(c, 403, CROSS_SITE_MESSAGE)
  const body = v.safeParse(EVENTS_BODY, await jsonBody(c))
  if (!body.success) return reply(c, 400, 'These are no events.')
  const isCounted = c.req.header('Sec-GPC') !== '1' && !(await isRateLimited(c, 'EVENT_LIMIT', 'events'))
  if (isCounted) await countEvents(c.env.DB, shopDay(Date.now()), body.output.events)
  return reply(c, 200, isCounted)
})
