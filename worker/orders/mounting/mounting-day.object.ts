/**
 * The Durable Object of one day at one store: decides who has a time for mounting (H13k). The platform runs one object per name and
 * one call at a time, and `book` has no await between count and insert, so the last place of a time goes to one order.
 *
 * D1 has the appointment that an order has now (mounting.sql.ts). A request that ends between the object and D1 leaves a place that
 * no appointment uses, or an old place beside the new one; the alarm compares with D1 and frees it.
 */
import { DurableObject } from 'cloudflare:workers'
import { type MountingSlot, SLOT_CARS } from '../../../schema/orders/mounting/mounting.ts'
import { MINUTE_MS } from '../../../schema/platform/duration.ts'
import type { ObjectBindings } from '../../env.ts'
import { readAppointmentsOf } from './mounting.sql.ts'

/** A request has ended after this time, so a place without an appointment is nobody's. */
const SETTLED_MS = MINUTE_MS
const REVIEW_MS = 2 * MINUTE_MS

/** Times of one day that an order may have places at: its appointment, and the one to which it is moving. */
const MAX_TIMES = 2

interface Booking extends Record<string, string | number> {
  id: string
  order_number: string
  store: number
  day: string
  time: number
  at: number
}

export class MountingDayObject extends DurableObject<ObjectBindings> {
  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    ctx.storage.sql.exec(`create table if not exists booking (id text primary key, order_number text not null, store integer not null,
      day text not null, time integer not null, at integer not null)`)
  }

  /**
   * Takes a place for an order and returns the id of the booking; `null` when all places are taken. Bookings of the same order and
   * time share one place, and each request frees its own booking only.
   */
  async book(orderNumber: string, { store, day, time }: MountingSlot, now: number): Promise<string | null> {
    await this.#reviewSoon(now)
    const { sql } = this.ctx.storage
    const { orders, times } = sql
      .exec<{ orders: number; times: number }>(
        `select count(distinct case when time = ?1 and order_number <> ?2 then order_number end) as orders,
          count(distinct case when time <> ?1 and order_number = ?2 then time end) as times from booking`,
        time,
        orderNumber,
      )
      .one()
    if (orders >= SLOT_CARS || times >= MAX_TIMES) return null
    const id = crypto.randomUUID()
    sql.exec('insert into booking values (?, ?, ?, ?, ?, ?)', id, orderNumber, store, day, time, now)
    return id
  }

  /**
   * Returns the bookings of an order's place, because the caller is about to move the appointment away. The alarm compares the
   * places with D1 later.
   */
  async readBookings(orderNumber: string, time: number, now: number): Promise<string[]> {
    await this.#reviewSoon(now)
    const rows = this.ctx.storage.sql
      .exec<Booking>('select * from booking where order_number = ? and time = ?', orderNumber, time)
      .toArray()
    return rows.map(({ id }) => id)
  }

  /** Frees these bookings; a place is free when no booking of its order is left. */
  release(ids: readonly string[]): void {
    for (const id of ids) this.ctx.storage.sql.exec('delete from booking where id = ?', id)
  }

  async #reviewSoon(now: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + REVIEW_MS)
  }

  /** Frees places that no appointment uses. */
  override async alarm(): Promise<void> {
    await this.freeUnused(Date.now())
  }

  /** Frees the places that D1 does not confirm and whose request has ended. Throws when D1 does not answer; the alarm repeats it. */
  async freeUnused(now: number): Promise<void> {
    const bookings = this.ctx.storage.sql.exec<Booking>('select * from booking').toArray()
    const settled = bookings.filter(({ at }) => at <= now - SETTLED_MS)
    if (settled.length < bookings.length) await this.ctx.storage.setAlarm(now + REVIEW_MS)
    if (settled.length === 0) return
    const appointments = await readAppointmentsOf(
      this.env.DB,
      settled.map((booking) => booking.order_number),
    )
    const unused = settled.filter(({ order_number: orderNumber, store, day, time }) => {
      const used = appointments.get(orderNumber)
      return !(used && used.store === store && used.day === day && used.time === time)
    })
    this.release(unused.map(({ id }) => id))
  }
}
