import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundParts } from './credit.ts'

test('[H14u] in 100,000 random cases no more money goes back than came in, and credit and money add up', () => {
  const refund = fc.record({
    amount: fc.integer({ min: 1, max: 60_000 }),
    /** As credit, as money with a part as credit, or the way it was paid. */
    least: fc.constantFrom(0, 0, 0.5, 1),
    isRefused: fc.boolean(),
  })
  const order = fc.record({
    captured: fc.integer({ min: 1, max: 120_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    asked: fc.array(refund, { maxLength: 12 }),
  })
  fc.assert(
    fc.property(order, ({ captured, share, asked }) => {
      const creditSpent = Math.floor(captured * share)
      const refunds: { amount: number; credit: number; status: string }[] = []
      const sum = (of: (each: (typeof refunds)[number]) => number) =>
        refunds.reduce((all, each) => all + (each.status === 'refused' ? 0 : of(each)), 0)
      for (const { amount: wanted, least, isRefused } of asked) {
        const amount = Math.min(wanted, captured - sum((each) => each.amount))
        if (amount === 0) continue
        const { money, credit } = refundParts(
          amount,
          { captured, creditSpent, refunds },
          Math.floor(amount * least),
        )
        expect(money + credit).toBe(amount)
        expect(Math.min(money, credit)).toBeGreaterThanOrEqual(0)
        refunds.push({ amount, credit, status: isRefused ? 'refused' : 'done' })
        expect(sum((each) => each.amount - each.credit)).toBeLessThanOrEqual(captured - creditSpent)
      }
    }),
    { numRuns: 100_000 },
  )
})

test('[H14u] money goes back first, then the credit that paid', () => {
  const paid = { captured: 10_000, creditSpent: 4000 }
  expect(refundParts(5000, { ...paid, refunds: [] })).toEqual({ money: 5000, credit: 0 })
  const refunds = [{ amount: 5000, credit: 0, status: 'done' }]
  expect(refundParts(3000, { ...paid, refunds })).toEqual({ money: 1000, credit: 2000 })
  expect(refundParts(3000, { ...paid, refunds: [] }, 3000)).toEqual({ money: 0, credit: 3000 })
})
