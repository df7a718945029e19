import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { type DealerPatch, type DealerValues, evaluateDealer } from './dealer-record.ts'

const NOW = Date.UTC(2026, 10, 27, 18)
const context = (allowed = true): EvaluationContext => ({
  actor: {
    ...{ staffId: 1, name: 'Casey', session: null, source: 'page', maxPriceChange: null },
    may: () => allowed,
  },
  ...{ now: NOW, why: null, isUndo: false },
})
const WAITING: DealerValues = { state: 'waiting', reason: null, certificateUntil: null }
const answer = (patch: DealerPatch, before = WAITING) => evaluateDealer(before, patch, null, context())

test('[H14k] an application is approved, and a reason of before goes away', () => {
  expect(answer({ state: 'approved', certificateUntil: '2027-03-31' })).toEqual({
    ok: true,
    after: { state: 'approved', certificateUntil: '2027-03-31' },
  })
  const asked: DealerValues = { ...WAITING, state: 'asked', reason: 'ein' }
  expect(answer({ state: 'approved' }, asked)).toEqual({
    ok: true,
    after: { state: 'approved', reason: null },
  })
})

test('[H14k] a refusal and a question need a reason, and a certificate of yesterday approves nobody', () => {
  expect(answer({ state: 'refused' })).toEqual({ ok: false, problem: 'why', field: 'reason' })
  expect(answer({ state: 'asked', reason: 'ein' })).toEqual({
    ok: true,
    after: { state: 'asked', reason: 'ein' },
  })
  expect(answer({ state: 'approved', certificateUntil: '2026-11-26' })).toMatchObject({
    problem: 'invalid',
    field: 'certificateUntil',
  })
  expect(answer({ state: 'approved', certificateUntil: '2026-11-27' })).toMatchObject({ ok: true })
})

test('[H14k] an answer needs its permission', () => {
  const answered = evaluateDealer(WAITING, { state: 'approved' }, null, context(false))
  expect(answered).toMatchObject({ problem: 'permission' })
})
