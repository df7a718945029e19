/** POST /api/ext/events: anonymous events of a page, and how fast it was. */
import * as v from 'valibot'
import { MAX_EVENTS_PER_BATCH, TRACKED_EVENT_KINDS } from '../../platform/analytics/analytics-event.ts'
import { boundedList } from '../../platform/list.ts'
import { WEB_VITALS } from './web-vitals.ts'

/** Largest number of characters of the address of a list; what is behind them is left out. */
const MAX_LIST_ADDRESS = 300

const EVENT = v.strictObject({
  kind: v.picklist(TRACKED_EVENT_KINDS),
  sku: v.pipe(v.string(), v.regex(/^[\w.-]{0,64}$/)),
})
/** A list that the page showed. */
const SHOWN_LIST = v.strictObject({
  path: v.pipe(
    v.string(),
    v.transform((path) => path.slice(0, MAX_LIST_ADDRESS)),
  ),
  isEmpty: v.boolean(),
})

export const EVENTS_BODY = v.object({
  events: boundedList(v.union([EVENT, SHOWN_LIST]), MAX_EVENTS_PER_BATCH),
  /** Once per page; a page without events sends an empty list with them. */
  vitals: v.optional(WEB_VITALS),
})

/** Whether the events were counted; `false` without consent or beyond the rate limit. */
export const EVENTS_REPLY = v.boolean()
