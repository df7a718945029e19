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
  { orderNumber = null, at = NOON, expiresAt = null }: Partial<LedgerEntry> = {},
): LedgerEntry => ({ kind, amount, orderNumber, at, expiresAt })
const sum = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

test('[H14u] what expires first is spent first, of the same expiry the oldest, and credit without an expiry last', () => {
  const given = [
    entry('given', 1000),
    entry('given', 2000, { expiresAt: day(400) }),
    entry('given', 3000, { expiresAt: day(100) }),
  ]
  expect(remainingCredit([...given, entry('spent', -3500, { orderNumber: 'A' })])).toMatchObject([
    { amount: 1500, expiresAt: day(400) },
    { amount: 1000, expiresAt: null },
  ])
  expect(remainingCredit([...given, entry('given', -5500)])).toMatchObject([{ amount: 500, expiresAt: null }])
})

test('[H14u] credit that comes back from an order has its own expiry again, and thirty days at least', () => {
  const given = [entry('given', 1000, { expiresAt: day(10) }), entry('given', 1000, { expiresAt: day(300) })]
  const spent = [...given, entry('spent', -1500, { orderNumber: 'A' })]
  const back = (amount: number, at: number) =>
    remainingCredit([...spent, entry('refunded', amount, { orderNumber: 'A', at })])
  // Of what was spent, the part that lasts longest is the first to come back.
  expect(back(500, day(1))).toMatchObject([
    { amount: 500, expiresAt: day(300) },
    { amount: 500, expiresAt: day(300) },
  ])
  expect(back(1500, day(20)).map(({ expiresAt }) => expiresAt)).toEqual([day(50), day(300), day(300)])
  expect(
    remainingCredit([...spent, entry('released', 1500, { orderNumber: 'A', at: day(1) })])[0],
  ).toMatchObject({
    amount: 1000,
    expiresAt: day(31),
  })
})

test('[H14u] a refund as credit above the credit that was spent is new credit with the expiry of the entry', () => {
  const paid = [
    entry('given', 2000, { expiresAt: day(300) }),
    entry('spent', -2000, { orderNumber: 'A' }),
    entry('refunded', 5000, { orderNumber: 'A', at: day(1), expiresAt: day(366) }),
  ]
  const first = [
    { amount: 2000, expiresAt: day(300) },
    { amount: 3000, expiresAt: day(366) },
  ]
  expect(remainingCredit(paid)).toMatchObject(first)
  const again = entry('refunded', 700, { orderNumber: 'A', at: day(2), expiresAt: day(367) })
  expect(remainingCredit([...paid, again])).toMatchObject([...first, { amount: 700, expiresAt: day(367) }])
})

const part = fc.record({
  amount: fc.integer({ min: 1, max: 5_000 }),
  at: fc.integer(),
  expiresAt: fc.option(fc.integer()),
})

test('[H14u] in random ledgers the parts add up to the balance, and nothing expires before its time', () => {
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
        const expiresAt = days === null ? null : at + days * DAY_MS
        if (kind === 'given') entries.push(entry(kind, size, { at, expiresAt }))
        if (kind === 'spent' && open === undefined && balance > 0) {
          const amount = Math.min(size, balance)
          entries.push(entry(kind, -amount, { at, orderNumber }))
          spent.set(orderNumber, amount)
        }
        // Also more than was spent: what was paid in cash comes back as credit.
        if (kind === 'refunded' && open) entries.push(entry(kind, size, { at, orderNumber, expiresAt }))
        const parts = remainingCredit(entries)
        expect(sum(parts)).toBe(sum(entries))
        expect(parts.every(({ amount }) => amount > 0)).toBe(true)
        const { expired } = checkCredit(parts, { now: at, noticedUntil: 0 })
        if (expired > 0) entries.push(entry('ended', -expired, { at }))
        expect(checkCredit(remainingCredit(entries), { now: at, noticedUntil: 0 }).expired).toBe(0)
      }
    }),
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.array(part), fc.integer(), (parts, now) => {
      const { expired } = checkCredit(parts, { now, noticedUntil: 0 })
      expect(expired).toBeLessThanOrEqual(
        sum(parts.filter(({ expiresAt }: CreditPart) => expiresAt !== null && expiresAt < now)),
      )
    }),
  )
})

test('[H14u] credit of a short life gets its email at once, also if an email named another part that expires later', () => {
  const parts = [
    { amount: 500, at: day(-300), expiresAt: day(30) },
    { amount: 700, at: day(1), expiresAt: day(29) },
  ]
  const first = checkCredit(parts.slice(0, 1), { now: NOON, noticedUntil: 0 })
  expect(first.notices).toEqual(parts.slice(0, 1))
  const next = checkCredit(parts, { now: day(1), noticedUntil: first.noticedUntil })
  expect(next.notices).toEqual(parts.slice(1))
  expect(checkCredit(parts, { now: day(2), noticedUntil: next.noticedUntil }).notices).toEqual([])
})

test('[H14u] the email comes thirty days before, once for each expiry; credit is good until its day is over', () => {
  const parts = [
    { amount: 500, at: NOON, expiresAt: day(40) },
    { amount: 700, at: NOON, expiresAt: day(100) },
    { amount: 900, at: NOON, expiresAt: null },
  ]
  const first = checkCredit(parts, { now: NOON, noticedUntil: 0 })
  expect(first).toEqual({ expired: 0, notices: [], noticedUntil: 0, checkAt: day(40) - CREDIT_NOTICE_MS })
  const notice = checkCredit(parts, { now: day(10), noticedUntil: 0 })
  expect(notice).toMatchObject({ notices: [parts[0]], noticedUntil: day(40), checkAt: day(41) })
  expect(checkCredit(parts, { now: day(11), noticedUntil: day(40) }).notices).toEqual([])
  // An hour after the expiry, on the same day in Chicago.
  expect(checkCredit(parts, { now: day(40) + 3_600_000, noticedUntil: day(40) }).expired).toBe(0)
  expect(checkCredit(parts, { now: day(41), noticedUntil: day(40) })).toMatchObject({
    expired: 500,
    checkAt: day(100) - CREDIT_NOTICE_MS,
  })
  expect(checkCredit([], { now: NOON, noticedUntil: 0 }).checkAt).toBeNull()
})
