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

interface Place extends Record<string, string | number> {
  order_number: string
  store: number
  day: string
  time: number
  at: number
  booking: string
}

export class MountingDayObject extends DurableObject<ObjectBindings> {
  constructor(ctx: DurableObjectState, env: ObjectBindings) {
    super(ctx, env)
    ctx.storage.sql.exec(`create table if not exists place (order_number text not null, store integer not null, day text not null,
      time integer not null, at integer not null, booking text not null, primary key (order_number, time))`)
  }

  /**
   * Takes a place for an order; false when all are taken. A repeated call takes no second place, and makes the place a new booking, so
   * that a request which has left it before cannot free it.
   */
  async book(orderNumber: string, { store, day, time }: MountingSlot, now: number): Promise<boolean> {
    await this.#reviewSoon(now)
    const { sql } = this.ctx.storage
    const { others } = sql
      .exec<{ others: number }>(
        'select count(*) as others from place where time = ? and order_number <> ?',
        time,
        orderNumber,
      )
      .one()
    if (others >= SLOT_CARS) return false
    sql.exec(
      `insert into place values (?, ?, ?, ?, ?, ?)
        on conflict do update set at = excluded.at, booking = excluded.booking`,
      orderNumber,
      store,
      day,
      time,
      now,
      crypto.randomUUID(),
    )
    return true
  }

  /**
   * Returns the booking of an order's place, because the caller is about to move the appointment away; `null` without a place. The
   * alarm compares the places with D1 later.
   */
  async review(orderNumber: string, time: number, now: number): Promise<string | null> {
    await this.#reviewSoon(now)
    const [place] = this.ctx.storage.sql
      .exec<Place>('select * from place where order_number = ? and time = ?', orderNumber, time)
      .toArray()
    return place?.booking ?? null
  }

  /** Frees the place of an order at a time, unless the order has booked it again since `review` returned `booking`. */
  release(orderNumber: string, time: number, booking: string | null): void {
    this.ctx.storage.sql.exec(
      'delete from place where order_number = ? and time = ? and booking = ?',
      orderNumber,
      time,
      booking,
    )
  }

  async #reviewSoon(now: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + REVIEW_MS)
  }

  /** Returns which order has a place at which time, for tests. */
  taken(): { orderNumber: string; time: number }[] {
    const rows = this.ctx.storage.sql.exec<Place>('select * from place order by time, order_number').toArray()
    return rows.map((row) => ({ orderNumber: row.order_number, time: row.time }))
  }

  /** Frees places that no appointment uses. */
  override async alarm(): Promise<void> {
    await this.freeUnused(Date.now())
  }

  /** Frees the places that D1 does not confirm and whose request has ended. Throws when D1 does not answer; the alarm repeats it. */
  async freeUnused(now: number): Promise<void> {
    const places = this.ctx.storage.sql.exec<Place>('select * from place').toArray()
    const settled = places.filter(({ at }) => at <= now - SETTLED_MS)
    if (settled.length < places.length) await this.ctx.storage.setAlarm(now + REVIEW_MS)
    if (settled.length === 0) return
    const appointments = await readAppointmentsOf(
      this.env.DB,
      settled.map((place) => place.order_number),
    )
    for (const { order_number: orderNumber, store, day, time, booking } of settled) {
      const used = appointments.get(orderNumber)
      if (used && used.store === store && used.day === day && used.time === time) continue
      // A call during the read may have booked the place again.
      this.release(orderNumber, time, booking)
    }
  }
}
