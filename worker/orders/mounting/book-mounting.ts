/** Books, moves and cancels an order's appointment for mounting (H13k). Each of them can be repeated safely. */

import {
  isChangeable,
  type MountingProblem,
  type MountingSlot,
  mountingDayName,
  mountingTimes,
} from '../../../schema/orders/mounting/mounting.ts'
import { unreturnedTires } from '../../../schema/orders/returns/return-case.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import type { Store } from '../../identity/location/physical-stores.ts'
import { knownClosedDays } from '../../platform/cache/change-feed.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import type { OrderActionContext, OrderActionResult } from '../life/order-lifecycle.ts'
import { readOrder } from '../order.sql.ts'
import { readReturns } from '../returns/return.sql.ts'
import {
  deleteAppointment,
  deleteMissedAppointment,
  findAppointment,
  findAppointmentsToCheck,
  setAppointment,
} from './mounting.sql.ts'

/** The bindings of appointments. */
export type MountingEnv = Pick<Env, 'DB' | 'OUTBOX' | 'MOUNTING'>

interface Booking {
  orderNumber: string
  slot: MountingSlot
  tires: number
  /** The days that the buyer can choose. */
  days: readonly string[]
  now: number
}

const objectOf = ({ MOUNTING }: Pick<MountingEnv, 'MOUNTING'>, slot: MountingSlot) =>
  MOUNTING.getByName(mountingDayName(slot))

const isSame = (a: MountingSlot, b: MountingSlot) =>
  a.store === b.store && a.day === b.day && a.time === b.time

/**
 * Books a time for an order, or moves its appointment there. The new place is taken before the old one is freed, so that a
 * refused or interrupted move keeps the old appointment.
 */
export async function bookMounting(
  env: MountingEnv,
  stores: readonly Store[],
  { orderNumber, slot, tires, days, now }: Booking,
): Promise<'booked' | MountingProblem> {
  const store = stores[slot.store - 1]
  if (
    !store ||
    !days.includes(slot.day) ||
    !mountingTimes(store.hours, slot.day, knownClosedDays()).includes(slot.time)
  )
    return 'closed'
  const before = await findAppointment(env.DB, orderNumber)
  if (before && isSame(before, slot)) return 'booked'
  if (before && !isChangeable(before, now)) return 'late'
  const booking = await objectOf(env, slot).book(orderNumber, slot, now)
  if (booking === null) return 'taken'
  const left = before ? await objectOf(env, before).readBookings(orderNumber, before.time, now) : []
  const mails = await setAppointment(env.DB, { orderNumber, before, slot, tires, now })
  if (mails === null) {
    // Another request of this order was faster; with the same time it is the same appointment, and has a booking of its own.
    await objectOf(env, slot).release([booking])
    const current = await findAppointment(env.DB, orderNumber)
    return current && isSame(current, slot) ? 'booked' : 'taken'
  }
  if (before) await objectOf(env, before).release(left)
  await enqueueOutbox(env.OUTBOX, mails)
  return 'booked'
}

/** Cancels the appointment of an order; does nothing without one. */
export async function cancelMounting(
  env: MountingEnv,
  orderNumber: string,
  now: number,
): Promise<'canceled' | 'late'> {
  const before = await findAppointment(env.DB, orderNumber)
  if (!before) return 'canceled'
  if (!isChangeable(before, now)) return 'late'
  await freeAppointment(env, orderNumber, before, now)
  return 'canceled'
}

async function freeAppointment(
  env: MountingEnv,
  orderNumber: string,
  before: MountingSlot,
  now: number,
): Promise<void> {
  const day = objectOf(env, before)
  const bookings = await day.readBookings(orderNumber, before.time, now)
  const mails = await deleteAppointment(env.DB, { orderNumber, before, now })
  await day.release(bookings)
  await enqueueOutbox(env.OUTBOX, mails)
}

/**
 * Removes the appointment of a buyer who did not come, so that the tires do not count as mounted (`wasMounted`). Refused before the
 * appointment's day, when the buyer can still come.
 */
export async function recordMissedMounting(
  db: D1Database,
  orderNumber: string,
  { by, now }: OrderActionContext,
): Promise<OrderActionResult> {
  const appointment = await findAppointment(db, orderNumber)
  if (!appointment || isChangeable(appointment, now)) return 'refused'
  return (await deleteMissedAppointment(db, { orderNumber, appointment, by, now })) ? 'done' : 'refused'
}

/** Most appointments that one run of cron looks at. */
const MAX_REVIEWED = 100

/** Frees the coming appointments of orders that were canceled or refunded, or whose tires all came back; of one order if given. */
export async function freeAppointmentsWithoutTires(
  env: MountingEnv,
  now: number,
  orderNumber?: string,
): Promise<void> {
  const found = await findAppointmentsToCheck(env.DB, {
    today: shopDay(now),
    orderNumber,
    limit: MAX_REVIEWED,
  })
  for (const { orderNumber: number, status, ...slot } of found) {
    const isOver = status === 'canceled' || status === 'refunded'
    if (!isOver && (await countUnreturnedTires(env.DB, number)) > 0) continue
    await freeAppointment(env, number, slot, now)
  }
}

/** Returns how many tires of an order its buyer has not returned. */
export async function countUnreturnedTires(db: D1Database, orderNumber: string): Promise<number> {
  const [order, cases] = await Promise.all([readOrder(db, orderNumber), readReturns(db, orderNumber)])
  return order === null ? 0 : unreturnedTires(order.lines, cases)
}
