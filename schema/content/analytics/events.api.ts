/** POST /api/ext/events: anonymous events of a page, and how fast it was. */
import * as v from 'valibot'
import {
  MAX_EVENTS_PER_BATCH,
  MAX_LIST_ADDRESS,
  TRACKED_EVENT_KINDS,
} from '../../platform/analytics/analytics-event.ts'
import { boundedList } from '../../platform/list.ts'
import { WEB_VITALS } from './web-vitals.ts'

export const EVENTS_BODY = v.object({
  events: boundedList(
    v.strictObject({
      kind: v.picklist(TRACKED_EVENT_KINDS),
      sku: v.pipe(v.string(), v.regex(/^[\w.-]{0,64}$/)),
    }),
    MAX_EVENTS_PER_BATCH,
  ),
  /** The lists that the page showed. */
  asked: v.optional(
    boundedList(
      v.strictObject({
        path: v.pipe(v.string(), v.maxLength(MAX_LIST_ADDRESS)),
        isEmpty: v.boolean(),
      }),
      MAX_EVENTS_PER_BATCH,
    ),
    [],
  ),
  /** Once per page; a page without events sends an empty list with them. */
  vitals: v.optional(WEB_VITALS),
})

/** Whether the events were counted; `false` without consent or beyond the rate limit. */
export const EVENTS_REPLY = v.boolean()
