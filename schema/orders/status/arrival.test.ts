import { expect, test } from 'vitest'
import { formatArrival, formatPromise, isLate } from './arrival.ts'

const ARRIVES_ON = Date.UTC(2026, 10, 19)
/** 9 p.m. in Chicago on a day of November 2026. */
const eveningOf = (day: number) => Date.UTC(2026, 10, day + 1, 3)
const shipped = { status: 'shipped', arrivesOn: ARRIVES_ON, deliveredAt: null } as const

test('[H13d] a promised day that has passed is no longer promised', () => {
  expect(formatArrival(shipped, eveningOf(19))).toEqual({ label: 'Arrives', text: 'Thu, Nov 19' })
  expect(formatArrival(shipped, eveningOf(20))).toEqual({
    label: 'Running late',
    text: 'Was due Thu, Nov 19',
  })
  expect(formatArrival(shipped, eveningOf(22))).toEqual({
    label: 'Running late',
    text: 'Was due Thu, Nov 19',
  })
  expect(formatPromise(ARRIVES_ON, eveningOf(19))).toBe('Thu, Nov 19')
  expect(formatPromise(ARRIVES_ON, eveningOf(22))).toBeNull()
})

test('[H13d] a delivered order shows the day of the delivery, an ended one shows none', () => {
  const delivered = { ...shipped, status: 'partly_refunded', deliveredAt: eveningOf(20) } as const
  expect(formatArrival(delivered, eveningOf(22))).toEqual({ label: 'Delivered', text: 'Fri, Nov 20' })
  expect(isLate(delivered, eveningOf(22))).toBe(false)
  for (const status of ['canceled', 'refunded', 'delivered'] as const) {
    expect(formatArrival({ ...shipped, status }, eveningOf(18))).toBeNull()
    expect(isLate({ ...shipped, status }, eveningOf(22))).toBe(false)
  }
  expect(formatArrival({ ...shipped, arrivesOn: null }, eveningOf(18))).toBeNull()
})
