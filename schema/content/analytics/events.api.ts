/** POST /api/ext/events: anonymous events of a page. */
import * as v from 'valibot'
import { MAX_EVENTS_PER_BATCH, TRACKED_EVENT_KINDS } from '../../platform/analytics/analytics-event.ts'
import { boundedList } from '../../platform/list.ts'

export const EVENTS_BODY = v.object({
  events: v.pipe(
    boundedList(
      v.strictObject({
        kind: v.picklist(TRACKED_EVENT_KINDS),
        sku: v.pipe(v.string(), v.regex(/^[\w.-]{0,64}$/)),
      }),
      MAX_EVENTS_PER_BATCH,
    ),
    v.minLength(1),
  ),
})

/** Whether the events were counted; `false` without consent or beyond the rate limit. */
export const EVENTS_REPLY = v.boolean()
