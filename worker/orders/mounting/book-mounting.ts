/** Books, moves and cancels an order's appointment for mounting (H13k). Each of them can be repeated safely. */
import {
  bookableDays,
  isChangeable,
  type MountingProblem,
  type MountingSlot,
  mountingDayName,
  mountingTimes,
} from '../../../schema/orders/mounting/mounting.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import type { Env } from '../../env.ts'
import type { Store } from '../../identity/location/physical-stores.ts'
import { enqueueOutbox } from '../../platform/mail/outbox.sql.ts'
import { deleteAppointment, findAppointment, findDeadAppointments, setAppointment } from './mounting.sql.ts'

interface Booking {
  orderNumber: string
  slot: MountingSlot
  tires: number
  /** The promised day of the tires, as UTC midnight. */
  arrivesOn: number | null
  now: number
}

const objectOf = ({ MOUNTING }: Pick<Env, 'MOUNTING'>, slot: MountingSlot) =>
  MOUNTING.getByName(mountingDayName(slot))

const isSame = (a: MountingSlot, b: MountingSlot) =>
  a.store === b.store && a.day === b.day && a.time === b.time

/**
 * Books a time for an order, or moves its appointment there. The new place is taken before the old one is freed, so that a
 * refused or interrupted move keeps the old appointment.
 */
export async function bookMounting(
  env: Env,
  stores: readonly Store[],
  { orderNumber, slot, tires, arrivesOn, now }: Booking,
): Promise<'booked' | MountingProblem> {
  const store = stores[slot.store - 1]
  if (
    !store ||
    !bookableDays(arrivesOn, now).includes(slot.day) ||
    !mountingTimes(store.hours, slot.day).includes(slot.time)
  )
    return 'closed'
  const before = await findAppointment(env.DB, orderNumber)
  if (before && isSame(before, slot)) return 'booked'
  if (before && !isChangeable(before, now)) return 'late'
  if (!(await objectOf(env, slot).book(orderNumber, slot, now))) return 'taken'
  const left = before && (await objectOf(env, before).review(orderNumber, before.time, now))
  const mails = await setAppointment(env.DB, { orderNumber, before, slot, tires, now })
  if (mails === null) {
    // Another request of this order was faster; with the same time it is the same appointment.
    const current = await findAppointment(env.DB, orderNumber)
    // The alarm frees the place: the faster request may be about to use the same one.
    return current && isSame(current, slot) ? 'booked' : 'taken'
  }
  if (before) await objectOf(env, before).release(orderNumber, before.time, left)
  await enqueueOutbox(env.OUTBOX, mails)
  return 'booked'
}

/** Cancels the appointment of an order; does nothing without one. */
export async function cancelMounting(
  env: Env,
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
  env: Env,
  orderNumber: string,
  before: MountingSlot,
  now: number,
): Promise<void> {
  const day = objectOf(env, before)
  const booking = await day.review(orderNumber, before.time, now)
  const mails = await deleteAppointment(env.DB, { orderNumber, before, now })
  await day.release(orderNumber, before.time, booking)
  await enqueueOutbox(env.OUTBOX, mails)
}

/** Most appointments that one run of cron frees. */
const MAX_FREED = 50

/** Frees the appointments of orders that were canceled or refunded since the last run. */
export async function freeDeadAppointments(env: Env, now: number): Promise<void> {
  for (const { orderNumber, ...slot } of await findDeadAppointments(env.DB, shopDay(now), MAX_FREED))
    await freeAppointment(env, orderNumber, slot, now)
}
