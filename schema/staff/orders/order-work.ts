/** Tags and assignees of orders, and people whom a note names (H14o). */
import * as v from 'valibot'
import { isOrderNumber } from '../../orders/order.ts'
import { formatQuantity } from '../../platform/count.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/duration.ts'
import { ROW_ID } from '../../platform/forms/number-text.ts'
import {
  type ClosedDays,
  CUTOFF_HOUR,
  NO_CLOSED_DAYS,
  shipsToday,
  shopDayStart,
} from '../../platform/shop-calendar.ts'
import { CHANGE_KEY } from '../changes/change.api.ts'

export const TAG_MAX = 30
const OF_ORDER = { order: v.pipe(v.string(), v.check(isOrderNumber)), key: CHANGE_KEY }
/** Equal tags are written alike: lower case, single spaces. */
const TAG = v.pipe(
  v.string(),
  v.transform((text) => text.trim().replace(/\s+/g, ' ').toLowerCase()),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]*$/u),
  v.maxLength(TAG_MAX),
)

export const ORDER_WORK_FORMS = [
  v.object({ action: v.literal('tag'), ...OF_ORDER, tag: TAG }),
  v.object({ action: v.literal('untag'), ...OF_ORDER, tag: TAG }),
  v.object({ action: v.literal('assign'), ...OF_ORDER, staff: v.union([ROW_ID, v.literal('')]) }),
  v.object({ action: v.literal('mention-done'), mention: ROW_ID }),
  v.object({ action: v.literal('mail'), ...OF_ORDER, mail: ROW_ID }),
] as const
export type OrderWorkForm = v.InferOutput<(typeof ORDER_WORK_FORMS)[number]>

export const ORDER_WORK_MESSAGES = {
  tag: 'Tag added.',
  untag: 'Tag removed.',
  assign: 'Saved who looks after it.',
  'mention-done': 'Done.',
  mail: 'The email is sent again within a minute.',
  gone: 'Nothing was changed: it’s gone, or someone did the same.',
} as const

export interface Colleague {
  id: number
  name: string
}

const toHandle = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Returns the people whom a note names: `@casey` is everybody called Casey, `@caseyjones` one of them. */
export function findMentions(note: string, people: readonly Colleague[]): number[] {
  const handles = [...note.matchAll(/(?<![\p{L}\p{N}])@([\p{L}\p{N}]+)/gu)].map(([, handle = '']) =>
    handle.toLowerCase(),
  )
  return people
    .filter(({ name }) =>
      [toHandle(name), toHandle(name.split(' ')[0] ?? '')].some((handle) => handles.includes(handle)),
    )
    .map(({ id }) => id)
}

/** Returns how long orders still ship today; `null` after the cut-off and on days without shipping. */
export function formatCutoffLeft(now: number, closed: ClosedDays = NO_CLOSED_DAYS): string | null {
  if (!shipsToday(now, closed)) return null
  // Clocks never change on a business day.
  const left = Math.ceil((shopDayStart(now) + CUTOFF_HOUR * HOUR_MS - now) / MINUTE_MS)
  const [hours, minutes] = [Math.floor(left / 60), left % 60]
  const parts = [hours && formatQuantity(hours, 'hour'), minutes && formatQuantity(minutes, 'minute')]
  return parts.filter(Boolean).join(' ')
}
