import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { taxPatch } from './tax-form.ts'
import { amountOn, evaluateTax, NO_SCOPE, TAX_PATCH, type TaxValues } from './tax-record.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const as = (permission: string, isUndo = false): EvaluationContext => ({
  actor: {
    ...{ staffId: 1, name: 'Ada', session: null, source: 'page', maxPriceChange: null },
    may: (asked) => asked === permission,
  },
  ...{ now: NOW, why: null, isUndo },
})
const DEMO: TaxValues = {
  ...{ percent: 6.25, cents: null, fromDay: null, earlier: null },
  ...{ source: 'Demonstration', isConfirmed: false },
  ...NO_SCOPE,
}
const EXISTING = { isNew: false, isKnownState: true }
const change = (patch: Partial<TaxValues>, before = DEMO, context = as('taxes')) =>
  evaluateTax(before, patch, EXISTING, context)

test('[H14l] an amount is confirmed with its source and its first day, by who may', () => {
  expect(change({ isConfirmed: true, source: '35 ILCS 105' })).toMatchObject({
    problem: 'invalid',
    field: 'fromDay',
  })
  expect(change({ isConfirmed: true, fromDay: '2026-01-01', source: ' ' })).toMatchObject({ field: 'source' })
  expect(change({ isConfirmed: true, fromDay: '2026-01-01', source: '35 ILCS 105' })).toEqual({
    ok: true,
    after: { isConfirmed: true, fromDay: '2026-01-01', source: '35 ILCS 105' },
  })
  expect(change({ percent: 7 }, DEMO, as('texts'))).toMatchObject({ problem: 'permission' })
  // A percentage doesn't become a fee in dollars.
  expect(change({ cents: 250 })).toMatchObject({ problem: 'invalid', field: 'cents' })
})

test('[H14l] until the first day of a new amount, the amount of today holds', () => {
  const result = change({ percent: 7, fromDay: '2027-01-01' })
  if (!result.ok) throw new Error(result.problem)
  const after: TaxValues = { ...DEMO, ...result.after }
  expect(['2026-12-31', '2027-01-01'].map((day) => amountOn(after, day))).toEqual([6.25, 7])
  // A later day for it, and then a first day that has come.
  const moved = change({ percent: 7.5, fromDay: '2027-07-01' }, after)
  expect(moved).toMatchObject({ after: { percent: 7.5, fromDay: '2027-07-01' } })
  expect(change({ fromDay: '2026-11-27' }, after)).toMatchObject({ after: { earlier: null } })
  const undone = change({ percent: 6.25, fromDay: null, earlier: null }, after, as('taxes', true))
  expect(undone).toEqual({ ok: true, after: { percent: 6.25, fromDay: null, earlier: null } })
})

test('[H14l] whatever is entered, the amount of today changes only on its first day', () => {
  const day = fc.constantFrom('2026-01-01', '2026-11-27', '2026-11-28', '2027-07-01')
  const edits = fc.array(fc.record({ percent: fc.integer({ min: 0, max: 300 }), fromDay: day }), {
    maxLength: 8,
  })
  fc.assert(
    fc.property(edits, (list) => {
      let values = DEMO
      for (const { percent, fromDay } of list) {
        const today = amountOn(values, '2026-11-27')
        const result = change({ percent: percent / 10, fromDay }, values)
        if (!result.ok) throw new Error(result.problem)
        values = { ...values, ...result.after }
        expect(amountOn(values, '2026-11-27')).toBe(fromDay > '2026-11-27' ? today : percent / 10)
        expect(amountOn(values, '2028-01-01')).toBe(percent / 10)
      }
    }),
  )
})

test.each([
  [{ amount: '6.25 %' }, true, { percent: 6.25 }],
  [{ amount: '$2.50' }, false, { cents: 250 }],
  [{ amount: '31' }, true, null],
  [{ amount: '6.12345' }, true, null],
  [{ amount: 'six' }, true, null],
  [{ amount: 'two' }, false, null],
  [{ amount: '6', fromDay: '2026-02-30' }, true, null],
  [{ amount: '6', source: 'x' }, true, null],
])('[H14l] %j is read as it was meant, or refused', (typed, isPercent, expected) => {
  const fields = { fromDay: '', source: 'A law', isConfirmed: '', ...typed }
  const parsed = v.safeParse(TAX_PATCH, taxPatch(fields, isPercent))
  if (expected === null) expect(parsed.success).toBe(false)
  else expect(parsed.output).toMatchObject(expected)
})
