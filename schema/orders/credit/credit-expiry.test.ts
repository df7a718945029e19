import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../../platform/duration.ts'
import type { CreditKind } from './credit.ts'
import {
  CREDIT_NOTICE_MS,
  type CreditPart,
  checkCredit,
  type LedgerEntry,
  remainingCredit,
} from './credit-expiry.ts'

const NOON = Date.UTC(2026, 10, 20, 18)
const day = (days: number) => NOON + days * DAY_MS
const entry = (
  kind: CreditKind,
  amount: number,
  { orderNumber = null, at = NOON, endsAt = null }: Partial<LedgerEntry> = {},
): LedgerEntry => ({ kind, amount, orderNumber, at, endsAt })
const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

test('[H14u] what ends first is spent first, of the same end the oldest, and credit without an end last', () => {
  const given = [
    entry('given', 1000),
    entry('given', 2000, { endsAt: day(400) }),
    entry('given', 3000, { endsAt: day(100) }),
  ]
  expect(remainingCredit([...given, entry('spent', -3500, { orderNumber: 'A' })])).toEqual([
    { amount: 1500, endsAt: day(400) },
    { amount: 1000, endsAt: null },
  ])
  expect(remainingCredit([...given, entry('given', -5500)])).toEqual([{ amount: 500, endsAt: null }])
})

test('[H14u] credit that comes back from an order has its own end again, and thirty days at least', () => {
  const given = [entry('given', 1000, { endsAt: day(10) }), entry('given', 1000, { endsAt: day(300) })]
  const spent = [...given, entry('spent', -1500, { orderNumber: 'A' })]
  const back = (amount: number, at: number) =>
    remainingCredit([...spent, entry('refunded', amount, { orderNumber: 'A', at })])
  // Of what was spent, the part that lasts longest is the first to come back.
  expect(back(500, day(1))).toEqual([
    { amount: 500, endsAt: day(300) },
    { amount: 500, endsAt: day(300) },
  ])
  expect(back(1500, day(20)).map(({ endsAt }) => endsAt)).toEqual([day(50), day(300), day(300)])
  expect(remainingCredit([...spent, entry('released', 1500, { orderNumber: 'A', at: day(1) })])[0]).toEqual({
    ...{ amount: 1000, endsAt: day(31) },
  })
})

test('[H14u] a refund as credit above the credit that was spent is new credit with the end of the entry', () => {
  const paid = [
    entry('given', 2000, { endsAt: day(300) }),
    entry('spent', -2000, { orderNumber: 'A' }),
    entry('refunded', 5000, { orderNumber: 'A', at: day(1), endsAt: day(366) }),
  ]
  const first = [
    { amount: 2000, endsAt: day(300) },
    { amount: 3000, endsAt: day(366) },
  ]
  expect(remainingCredit(paid)).toEqual(first)
  const again = entry('refunded', 700, { orderNumber: 'A', at: day(2), endsAt: day(367) })
  expect(remainingCredit([...paid, again])).toEqual([...first, { amount: 700, endsAt: day(367) }])
})

const part = fc.record({ amount: fc.integer({ min: 1, max: 5_000 }), endsAt: fc.option(fc.integer()) })

test('[H14u] in random ledgers the parts add up to the balance, and nothing ends before its time', () => {
  const step = fc.record({
    kind: fc.constantFrom<CreditKind>('given', 'given', 'spent', 'spent', 'refunded', 'given'),
    size: fc.integer({ min: 1, max: 9_000 }),
    days: fc.option(fc.integer({ min: 1, max: 500 })),
    order: fc.integer({ min: 0, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const entries: LedgerEntry[] = []
      const spent = new Map<string, number>()
      for (const [index, { kind, size, days, order }] of steps.entries()) {
        const [at, orderNumber, balance] = [day(index), `TL-${order}`, sum(entries)]
        const open = spent.get(orderNumber)
        const endsAt = days === null ? null : at + days * DAY_MS
        if (kind === 'given') entries.push(entry(kind, size, { at, endsAt }))
        if (kind === 'spent' && open === undefined && balance > 0) {
          const amount = Math.min(size, balance)
          entries.push(entry(kind, -amount, { at, orderNumber }))
          spent.set(orderNumber, amount)
        }
        // Also more than was spent: what was paid in cash comes back as credit.
        if (kind === 'refunded' && open) entries.push(entry(kind, size, { at, orderNumber, endsAt }))
        const parts = remainingCredit(entries)
        expect(sum(parts)).toBe(sum(entries))
        expect(parts.every(({ amount }) => amount > 0)).toBe(true)
        const { ended } = checkCredit(parts, { now: at, noticedUntil: 0 })
        if (ended > 0) entries.push(entry('ended', -ended, { at }))
        expect(checkCredit(remainingCredit(entries), { now: at, noticedUntil: 0 }).ended).toBe(0)
      }
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.array(part), fc.integer(), (parts, now) => {
      const { ended } = checkCredit(parts, { now, noticedUntil: 0 })
      expect(ended).toBeLessThanOrEqual(
        sum(parts.filter(({ endsAt }: CreditPart) => endsAt !== null && endsAt < now)),
      )
    }),
  )
})

test('[H14u] the email comes thirty days before, once for each end; credit is good until its day is over', () => {
  const parts = [
    { amount: 500, endsAt: day(40) },
    { amount: 700, endsAt: day(100) },
    { amount: 900, endsAt: null },
  ]
  const first = checkCredit(parts, { now: NOON, noticedUntil: 0 })
  expect(first).toEqual({ ended: 0, notices: [], noticedUntil: 0, checkAt: day(40) - CREDIT_NOTICE_MS })
  const notice = checkCredit(parts, { now: day(10), noticedUntil: 0 })
  expect(notice).toMatchObject({ notices: [parts[0]], noticedUntil: day(40), checkAt: day(41) })
  expect(checkCredit(parts, { now: day(11), noticedUntil: day(40) }).notices).toEqual([])
  // An hour after the end, on the same day in Chicago.
  expect(checkCredit(parts, { now: day(40) + 3_600_000, noticedUntil: day(40) }).ended).toBe(0)
  expect(checkCredit(parts, { now: day(41), noticedUntil: day(40) })).toMatchObject({
    ...{ ended: 500, checkAt: day(100) - CREDIT_NOTICE_MS },
  })
  expect(checkCredit([], { now: NOON, noticedUntil: 0 }).checkAt).toBeNull()
})
