/**
 * POST /api/ext/events: batches of events that pages send when they are left, with their web vitals. Both are anonymous; of a
 * browser that sends Global Privacy Control (`Sec-GPC: 1`) nothing is counted. The counts are written by the queue's
 * consumer, because a statement for each beacon would be most of the work of D1 (decision 265).
 */
import { Hono } from 'hono'
import * as v from 'valibot'
import { EVENTS_BODY } from '../../../schema/content/analytics/events.api.ts'
import { VITALS_PAGES, type WebVitals } from '../../../schema/content/analytics/web-vitals.ts'
import {
  type CountedKind,
  TRACKED_EVENT_KINDS,
  type TrackedCount,
} from '../../../schema/platform/analytics/analytics-event.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { AppEnv, Env } from '../../env.ts'
import { jsonBody, limitBody } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { CROSS_SITE_MESSAGE, isSameOrigin } from '../../platform/http/same-origin.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { writePoint } from '../../platform/metrics/write-point.ts'

/** Fifty events; some are the addresses of lists. */
const BATCH_MAX = 24_576

export const extEventsApi = new Hono<AppEnv>().post('/events', limitBody(BATCH_MAX), async (c) => {
  if (!isSameOrigin(c.req.raw)) return reply(c, 403, CROSS_SITE_MESSAGE)
  const body = v.safeParse(EVENTS_BODY, await jsonBody(c))
  if (!body.success || !hasContent(body.output)) return reply(c, 400, 'These are no events.')
  const isCounted = c.req.header('Sec-GPC') !== '1' && !(await isRateLimited(c, 'EVENT_LIMIT', 'events'))
  if (isCounted) {
    const { vitals } = body.output
    const events = body.output.events.filter((event) => 'kind' in event)
    const asked = body.output.events.filter((event) => 'path' in event)
    if (vitals) writeVitals(c.env, vitals)
    if (events.length > 0) writePoint(c.env, 'funnel', countKinds(events))
    if (body.output.events.length > 0) await c.env.COUNTS.send({ day: shopDay(Date.now()), events, asked })
  }
  return reply(c, 200, isCounted)
})

function hasContent({ events, vitals }: v.InferOutput<typeof EVENTS_BODY>): boolean {
  return events.length > 0 || vitals !== undefined
}

function countKinds(events: readonly TrackedCount[]): Record<CountedKind, number> {
  // A purchase has one event without a sku and one for each product.
  const counted = events.filter(({ kind, sku }) => kind !== 'purchase' || sku === '')
  const count = (kind: CountedKind) => counted.filter((event) => event.kind === kind).length
  return Object.fromEntries(TRACKED_EVENT_KINDS.map((kind) => [kind, count(kind)])) as Record<
    CountedKind,
    number
  >
}

const NOT_MEASURED = -1
/** A narrower window is that of a phone. */
const PHONE_WIDTH = 700

function writeVitals(env: Env, vitals: WebVitals): void {
  const { page = '', width, connection = 'unknown', lcp, inp, cls, ttfb, begin = 0 } = vitals
  const since = (time = NOT_MEASURED) =>
    time === NOT_MEASURED ? NOT_MEASURED : Math.max(0, Math.round(time - begin))
  writePoint(env, 'vitals', {
    page: VITALS_PAGES.includes(page) ? page : 'other',
    device: width < PHONE_WIDTH ? 'phone' : 'desktop',
    connection,
    lcp: since(lcp),
    inp: inp === 0 ? NOT_MEASURED : inp,
    cls,
    ttfb: since(ttfb),
  })
}
