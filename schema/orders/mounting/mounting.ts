/**
 * Mounting of ordered tires at a store: its times, the rules of an appointment, and its form (H13k). What it costs is in
 * mounting-terms.ts. Days are texts such as `2026-11-30`, times are minutes since midnight; both are in the workshop's time zone.
 */
import * as v from 'valibot'
import { openTimes } from '../../identity/location/opening-hours.ts'
import { DAY_MS } from '../../platform/duration.ts'
import { RETURN_WINDOW_MS } from '../../platform/return-terms.ts'
import { formatDay, isHoliday, NO_CLOSED_DAYS, shopDay } from '../../platform/shop-calendar.ts'
import type { Order, OrderStatus } from '../order.ts'

/** Minutes between two times. */
const SLOT_MINUTES = 60
/** Cars that a store mounts at the same time. */
export const SLOT_CARS = 2
/** Days after the tires' arrival that a shopper can choose. */
const BOOKABLE_DAYS = 14

export const MOUNTING_MESSAGES = {
  booked: 'Your mounting appointment is booked. We’ve emailed you the details.',
  canceled: 'Your mounting appointment is canceled. The order itself hasn’t changed.',
  taken: 'Someone just took that time. Please pick another one.',
  changed: 'You picked another store or day. Please pick one of its times.',
  closed: 'We can’t mount at that time. Please pick one from the list.',
  late: 'It’s too late to change this appointment online. Please call the store.',
  waiting: 'Your tires are running late. You can pick a time once they’re here.',
  refused: 'We can’t book mounting for this order online. Please call the store.',
} as const
export type MountingProblem = 'taken' | 'changed' | 'closed' | 'late' | 'waiting' | 'refused'

/**
 * The forms of the appointment's page. `slot` is a time as `slotValue` formats it; `store` and `day` are those of the menus, which
 * differ from the slot's when the buyer changed a menu and the page still shows the times of before.
 */
export const MOUNTING_FORM = v.variant('action', [
  v.object({
    action: v.literal('book'),
    store: v.pipe(v.string(), v.regex(/^\d{1,3}$/)),
    day: v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d$/)),
    slot: v.pipe(v.string(), v.regex(/^\d{1,3} \d{4}-\d\d-\d\d \d{1,4}$/)),
  }),
  v.object({ action: v.literal('cancel') }),
])

export interface MountingSlot {
  /** Number of the store, from 1. */
  store: number
  day: string
  /** Minutes since midnight. */
  time: number
}

/** Parses the value of the form's list: `1 2026-11-30 540`; `null` for another text. */
export function parseSlot(text: string): MountingSlot | null {
  const [store = '', day = '', time = ''] = text.split(' ')
  const parsed = { store: Number(store), day, time: Number(time) }
  return /^\d{4}-\d\d-\d\d$/.test(day) && parsed.store > 0 && !Number.isNaN(parsed.time) ? parsed : null
}

/** Formats a slot as the value of the form's list. */
export function slotValue({ store, day, time }: MountingSlot): string {
  return `${store} ${day} ${time}`
}

/** Returns the name of the object that owns a store's day. */
export function mountingDayName({ store, day }: Pick<MountingSlot, 'store' | 'day'>): string {
  return `${store}:${day}`
}

/** Returns the times at which a store mounts on a day; the last one ends before it closes. */
export function mountingTimes(hours: string, day: string, closed = NO_CLOSED_DAYS): number[] {
  const midnight = Date.parse(day)
  if (isHoliday(midnight) || closed.includes(midnight)) return []
  return openTimes(hours, new Date(midnight).getUTCDay()).flatMap(({ from, until }) => {
    const count = Math.max(0, Math.floor((until - from) / SLOT_MINUTES))
    return Array.from({ length: count }, (_, index) => from + index * SLOT_MINUTES)
  })
}

/**
 * Returns the days that a shopper can choose: from the day after the tires' arrival, and never before tomorrow. None while the
 * tires are late, because nobody knows when they come, and after the time for returns. `arrivesOn` is the promised day as a UTC
 * midnight, `deliveredAt` the delivery in milliseconds since the epoch.
 */
export function bookableDays(
  { arrivesOn, deliveredAt }: { arrivesOn: number | null; deliveredAt: number | null },
  now: number,
): string[] {
  const today = Date.parse(shopDay(now))
  const isLate = deliveredAt === null && arrivesOn !== null && arrivesOn < today
  if (isLate || (deliveredAt !== null && now > deliveredAt + RETURN_WINDOW_MS)) return []
  const first = Math.max(today, deliveredAt === null ? (arrivesOn ?? 0) : 0) + DAY_MS
  return Array.from({ length: BOOKABLE_DAYS }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Checks whether mounting is in the order's total; else it is paid at the store. */
export function hasMounting({ lines }: Pick<Order, 'lines'>): boolean {
  return lines.some(({ service }) => service === 'mounting')
}

/** Checks whether the buyer can still change or cancel the appointment: until the day before. */
export function isChangeable({ day }: Pick<MountingSlot, 'day'>, now: number): boolean {
  return day > shopDay(now)
}

/**
 * Checks whether the order's tires count as mounted: the day of the appointment is over. Staff delete the appointment of a buyer who
 * did not come.
 */
export function wasMounted(appointment: Pick<MountingSlot, 'day'> | null, now: number): boolean {
  return appointment !== null && appointment.day < shopDay(now)
}

/** Checks whether an order can have an appointment: it is alive and has tires that are shipped. */
export function canBeMounted(order: {
  status: OrderStatus
  tires: number
  isShipped: boolean
  wasCanceled: boolean
}): boolean {
  const { status, tires, isShipped, wasCanceled } = order
  return (
    !wasCanceled && tires > 0 && isShipped && !['pending_payment', 'canceled', 'refunded'].includes(status)
  )
}

/** Formats `540` as `9 a.m.`. */
export function formatTime(time: number): string {
  const [hour, minute] = [Math.floor(time / 60), time % 60]
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** Formats a slot: `Mon, Nov 30, 9 a.m.`. */
export function formatSlot({ day, time }: Pick<MountingSlot, 'day' | 'time'>): string {
  return `${formatDay(Date.parse(day))}, ${formatTime(time)}`
}
