import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import {
  bookableDays,
  canBeMounted,
  formatSlot,
  isChangeable,
  mountingTimes,
  parseSlot,
  slotValue,
} from './mounting.ts'

const HOURS = 'Mon to Fri 8 a.m. to 6 p.m., Sat 8 a.m. to 2 p.m., Sun closed'
/** Thursday, noon in Chicago. */
const NOW = Date.UTC(2026, 10, 26, 18)

describe('[H13k] times for mounting', () => {
  test('are the full hours of the store; none on Sundays and holidays', () => {
    expect(mountingTimes(HOURS, '2026-11-30')).toEqual(
      [8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((hour) => hour * 60),
    )
    expect(mountingTimes(HOURS, '2026-11-28')).toHaveLength(6)
    expect(mountingTimes(HOURS, '2026-11-29')).toEqual([])
    expect(mountingTimes(HOURS, '2026-12-25')).toEqual([])
    expect(mountingTimes('by appointment', '2026-11-30')).toEqual([])
  })

  test('begin the day after the tires arrive, and never before tomorrow', () => {
    expect(bookableDays({ arrivesOn: Date.UTC(2026, 11, 1), deliveredAt: null }, NOW)[0]).toBe('2026-12-02')
    expect(bookableDays({ arrivesOn: null, deliveredAt: null }, NOW)[0]).toBe('2026-11-27')
    const delivered = { arrivesOn: Date.UTC(2026, 9, 1), deliveredAt: NOW - 89 * DAY_MS }
    expect(bookableDays(delivered, NOW)).toHaveLength(14)
    expect(bookableDays({ ...delivered, deliveredAt: NOW - 91 * DAY_MS }, NOW)).toEqual([])
    expect(bookableDays({ ...delivered, deliveredAt: null }, NOW), 'late tires').toEqual([])
  })

  test('can be changed until the day before, by the clock of the store', () => {
    expect(isChangeable({ day: '2026-11-27' }, NOW)).toBe(true)
    expect(isChangeable({ day: '2026-11-26' }, NOW)).toBe(false)
    // 11 p.m. in Chicago is the next day in UTC.
    expect(isChangeable({ day: '2026-11-27' }, Date.UTC(2026, 10, 27, 5))).toBe(true)
    expect(isChangeable({ day: '2026-11-27' }, Date.UTC(2026, 10, 27, 7))).toBe(false)
  })

  test('have words', () => {
    expect(formatSlot({ day: '2026-11-30', time: 540 })).toBe('Mon, Nov 30, 9 a.m.')
    expect(formatSlot({ day: '2026-11-30', time: 750 })).toBe('Mon, Nov 30, 12:30 p.m.')
  })

  test('are read as they were written, and no other text is', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99 }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 0, max: 1439 }),
        (store, days, time) => {
          const slot = { store, day: new Date(days * DAY_MS).toISOString().slice(0, 10), time }
          expect(parseSlot(slotValue(slot))).toEqual(slot)
        },
      ),
    )
    for (const text of ['', '1', '0 2026-11-30 540', '1 tomorrow 540', '1 2026-11-30 noon'])
      expect(parseSlot(text)).toBeNull()
  })

  test('are for living orders with tires that were shipped', () => {
    const order = { status: 'processing' as const, tires: 4, isShipped: true, wasCanceled: false }
    expect(canBeMounted(order)).toBe(true)
    expect(canBeMounted({ ...order, tires: 0 })).toBe(false)
    expect(canBeMounted({ ...order, isShipped: false })).toBe(false)
    expect(canBeMounted({ ...order, wasCanceled: true })).toBe(false)
    expect(canBeMounted({ ...order, status: 'canceled' })).toBe(false)
    expect(canBeMounted({ ...order, status: 'pending_payment' })).toBe(false)
  })
})
