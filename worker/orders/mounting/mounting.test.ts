import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  bookableDays,
  type MountingSlot,
  mountingDayName,
  mountingTimes,
  SLOT_CARS,
} from '../../../schema/orders/mounting/mounting.ts'
import { DAY_MS, MINUTE_MS } from '../../../schema/platform/duration.ts'
import { openShop } from '../../account/testing/account.harness.ts'
import type { Env } from '../../env.ts'
import { allStores, type Store } from '../../identity/location/physical-stores.ts'
import { FAULTS, faultyD1, underFault } from '../../platform/testing/fault-injection.ts'
import { bookMounting, cancelMounting, freeAppointmentsWithoutTires } from './book-mounting.ts'
import { countAppointments, deleteOldAppointments, findAppointment } from './mounting.sql.ts'
import { takenPlaces } from './testing/taken-places.harness.ts'

const HOURS = 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed'
/** Thursday, noon in Chicago. */
const NOW = Date.UTC(2026, 10, 26, 18)
const shop = { ...env, OUTBOX: { sendBatch: async () => {} } } as unknown as Env
let stores: Store[] = []
let counter = 0
/** An open Monday of its own for each test, so that no test meets the places of another one. */
let day = ''
let now = NOW

beforeAll(async () => {
  await openShop()
  const store = (await allStores(env.DB))[0] ?? ({} as Store)
  stores = [
    { ...store, hours: HOURS },
    { ...store, hours: HOURS, name: 'Other' },
  ]
})
beforeEach(async () => {
  do {
    counter += 1
    now = NOW + counter * 7 * DAY_MS
    day = new Date(now + 4 * DAY_MS).toISOString().slice(0, 10)
  } while (mountingTimes(HOURS, day).length === 0)
  await env.DB.prepare('DELETE FROM mounting_appointment').run()
})

const slotAt = (time: number, more: Partial<MountingSlot> = {}): MountingSlot => ({
  store: 1,
  day,
  time,
  ...more,
})
const book = (orderNumber: string, slot: MountingSlot, on: Env = shop, at = now) =>
  bookMounting(on, stores, {
    orderNumber,
    slot,
    tires: 4,
    days: bookableDays({ arrivesOn: null, deliveredAt: null }, at),
    now: at,
  })
const object = (slot: MountingSlot) => env.MOUNTING.getByName(mountingDayName(slot))
const orderName = (index: number) =>
  `TL-M${String(counter).padStart(3, '0')}${String(index).padStart(3, '0')}`
const mailCount = async () =>
  (
    await env.DB.prepare("SELECT count(*) AS count FROM outbox WHERE kind = 'mounting-booked'").first<{
      count: number
    }>()
  )?.count ?? 0

describe('[H13k] a time has as many places as the store has lifts', () => {
  test('of many shoppers at the same moment exactly so many win, and the others get a message', async () => {
    const slot = slotAt(540)
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, index) => book(orderName(index), slot)))
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(SLOT_CARS)
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(20 - SLOT_CARS)
    expect((await countAppointments(env.DB, slot)).get(540)).toBe(SLOT_CARS)
  })

  test('two shoppers at the last place: one wins', async () => {
    const slot = slotAt(600)
    for (let index = 0; index < SLOT_CARS - 1; index += 1) await book(orderName(index), slot)
    const outcomes = await Promise.all([book(orderName(8), slot), book(orderName(9), slot)])
    expect(outcomes.sort()).toEqual(['booked', 'taken'])
  })

  test('a repeated request books once and writes one mail', async () => {
    const before = await mailCount()
    await Promise.all([1, 2, 3].map(() => book(orderName(0), slotAt(540))))
    expect(await takenPlaces(slotAt(540))).toEqual([{ orderNumber: orderName(0), time: 540 }])
    expect((await mailCount()) - before).toBe(1)
  })

  test('a moved or canceled appointment frees its place', async () => {
    await book(orderName(0), slotAt(540))
    expect(await book(orderName(0), slotAt(600, { store: 2 }))).toBe('booked')
    expect(await takenPlaces(slotAt(540))).toEqual([])
    expect(await findAppointment(env.DB, orderName(0))).toEqual(slotAt(600, { store: 2 }))
    expect(await cancelMounting(shop, orderName(0), now)).toBe('canceled')
    expect(await cancelMounting(shop, orderName(0), now)).toBe('canceled')
    expect(await takenPlaces(slotAt(600, { store: 2 }))).toEqual([])
    expect(await findAppointment(env.DB, orderName(0))).toBeNull()
  })

  test('a move to a taken time keeps the old appointment', async () => {
    for (let index = 0; index < SLOT_CARS; index += 1) await book(orderName(index), slotAt(540))
    await book(orderName(9), slotAt(600))
    expect(await book(orderName(9), slotAt(540))).toBe('taken')
    expect(await findAppointment(env.DB, orderName(9))).toEqual(slotAt(600))
  })

  test('no time outside of the hours, on another store, in the past or on the same day', async () => {
    for (const slot of [
      slotAt(300),
      slotAt(545),
      slotAt(540, { store: 3 }),
      slotAt(540, { day: '2020-01-06' }),
    ])
      expect(await book(orderName(0), slot)).toBe('closed')
    await book(orderName(0), slotAt(540))
    const onTheDay = Date.parse(day) + DAY_MS / 2
    expect(await cancelMounting(shop, orderName(0), onTheDay)).toBe('late')
    const next = slotAt(540, { day: new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) })
    expect(await book(orderName(0), next, shop, onTheDay)).toBe('late')
  })
})

describe('[H13k] two requests of one order', () => {
  /** Returns the shop with objects that wait for `gate` before they free a place, and a promise of the first wait. */
  function slowRelease(gate: Promise<void>): { slow: Env; waits: Promise<void> } {
    let isWaiting = () => {}
    const waits = new Promise<void>((resolve) => {
      isWaiting = resolve
    })
    const getByName = (name: string) => {
      const stub = env.MOUNTING.getByName(name)
      return {
        book: (...of: Parameters<typeof stub.book>) => stub.book(...of),
        readBookings: (...of: Parameters<typeof stub.readBookings>) => stub.readBookings(...of),
        release: async (...of: Parameters<typeof stub.release>) => {
          isWaiting()
          await gate
          await stub.release(...of)
        },
      }
    }
    return { slow: { ...shop, MOUNTING: { getByName } } as unknown as Env, waits }
  }

  test.each([
    ['moves away', (on: Env) => book(orderName(0), slotAt(600), on)],
    ['cancels', (on: Env) => cancelMounting(on, orderName(0), now)],
  ])('a slow one that %s does not free the place that a later one has booked again', async (_, leave) => {
    await book(orderName(0), slotAt(540))
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const { slow, waits } = slowRelease(gate)
    const leaving = leave(slow)
    await waits
    // The same millisecond: the time of a booking does not say which of the two it is.
    expect(await book(orderName(0), slotAt(540))).toBe('booked')
    open()
    await leaving
    expect(await findAppointment(env.DB, orderName(0))).toEqual(slotAt(540))
    expect(await takenPlaces(slotAt(540))).toEqual([{ orderNumber: orderName(0), time: 540 }])
  })

  test('at the same moment for several times: one wins, and the others hold no place', async () => {
    await book(orderName(0), slotAt(540))
    const outcomes = await Promise.all([
      book(orderName(0), slotAt(600)),
      book(orderName(0), slotAt(660)),
      book(orderName(0), slotAt(600)),
    ])
    expect(outcomes).toContain('booked')
    const appointment = await findAppointment(env.DB, orderName(0))
    expect(await takenPlaces(slotAt(540))).toEqual([{ orderNumber: orderName(0), time: appointment?.time }])
  })
})

describe('[H13k] a request that ends in the middle', () => {
  test.each(FAULTS.flatMap((fault) => [0, 1, 2].map((at) => [fault, at] as const)))(
    'with %s at operation %i of D1 leaves no place that nobody uses, and the next request works',
    async (fault, at) => {
      await book(orderName(0), slotAt(540))
      let operation = 0
      let end = () => {}
      const died = new Promise<void>((resolve) => {
        end = resolve
      })
      const DB = faultyD1(env.DB, (work) => underFault(operation++ === at ? fault : undefined, end, work))
      await Promise.race([book(orderName(0), slotAt(600), { ...shop, DB } as Env).catch(() => {}), died])
      await runInDurableObject(object(slotAt(540)), async (instance) => {
        await instance.freeUnused(now + 5 * MINUTE_MS)
      })
      const appointment = await findAppointment(env.DB, orderName(0))
      expect(await takenPlaces(slotAt(540))).toEqual([{ orderNumber: orderName(0), time: appointment?.time }])
      expect(await book(orderName(0), slotAt(600))).toBe('booked')
      expect((await takenPlaces(slotAt(540))).map(({ time }) => time)).toContain(600)
    },
  )

  test('is reviewed by the alarm of the day', async () => {
    await book(orderName(0), slotAt(540))
    expect(await runDurableObjectAlarm(object(slotAt(540)))).toBe(true)
  })
})

test('[H13k] an order without an appointment cannot hold the times of a day', async () => {
  const times = mountingTimes(HOURS, day)
  const outcomes = await Promise.all(times.map((time) => book(orderName(0), slotAt(time))))
  expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
  expect(await takenPlaces(slotAt(540))).toEqual([
    { orderNumber: orderName(0), time: (await findAppointment(env.DB, orderName(0)))?.time },
  ])
})

test.each(['canceled', 'refunded'])('[H13k] the appointment of a %s order is freed', async (status) => {
  await book(orderName(0), slotAt(540))
  await book(orderName(1), slotAt(540))
  for (const [index, of] of [status, 'delivered'].entries()) {
    await env.DB.prepare(
      `INSERT INTO sales_order (order_number, quote_id, status, email, subtotal, discount, shipping, tax, fees, grand_total, currency,
        payment_method, addresses, totals, payload_hash, placed_at, updated_at)
        VALUES (?, ?, ?, 'a@example.com', 1, 0, 0, 0, 0, 1, 'USD', 'cashondelivery', '{}', '{}', 'x', 1, 1)`,
    )
      .bind(orderName(index), `q${orderName(index)}`, of)
      .run()
  }
  await freeAppointmentsWithoutTires(shop, now)
  expect(await findAppointment(env.DB, orderName(0))).toBeNull()
  expect(await takenPlaces(slotAt(540))).toEqual([{ orderNumber: orderName(1), time: 540 }])
})

test('[H13k] old appointments are deleted, and those of the day itself stay', async () => {
  await book(orderName(0), slotAt(540))
  await deleteOldAppointments(env.DB, day)
  expect(await findAppointment(env.DB, orderName(0))).toEqual(slotAt(540))
  await deleteOldAppointments(env.DB, new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))
  expect(await findAppointment(env.DB, orderName(0))).toBeNull()
})
