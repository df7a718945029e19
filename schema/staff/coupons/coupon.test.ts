import * as v from 'valibot'
import { expect, test } from 'vitest'
import type { EvaluationContext } from '../changes/change.ts'
import { COUPON_FORM, type CouponFields, readCouponFields } from './coupon-form.ts'
import { COUPON_CODE, type CouponPatch, evaluateCoupon, NEW_COUPON } from './coupon-record.ts'

const context = (allowed = true): EvaluationContext => ({
  actor: {
    ...{ staffId: 1, name: 'Casey', session: null, source: 'page', maxPriceChange: null },
    may: () => allowed,
  },
  ...{ now: 0, why: null, isUndo: false },
})
const save = (patch: CouponPatch, { before = NEW_COUPON, used = 0 } = {}) =>
  evaluateCoupon(before, patch, { used }, context())

test('[H14l] a coupon has the advantage of its kind and no other', () => {
  expect(save({ kind: 'percent', percent: 10 })).toMatchObject({ ok: true, after: { percent: 10 } })
  const before = { ...NEW_COUPON, percent: 10 }
  expect(save({ kind: 'fixed', amount: 1500 }, { before })).toMatchObject({
    after: { kind: 'fixed', amount: 1500, percent: null },
  })
  expect(save({ kind: 'free-shipping' }, { before })).toMatchObject({ after: { percent: null } })
  expect(save({ kind: 'percent' })).toMatchObject({ problem: 'invalid', field: 'percent' })
  expect(save({ kind: 'fixed', amount: 0 })).toMatchObject({ problem: 'invalid', field: 'amount' })
})

test('[H14l] a coupon ends after it starts, and its limit is not below its uses', () => {
  const ten = { kind: 'percent', percent: 10 } as const
  expect(save({ ...ten, startsAt: 5, endsAt: 5 })).toMatchObject({ problem: 'invalid', field: 'endsAt' })
  expect(save({ ...ten, usageLimit: 3 }, { used: 4 })).toMatchObject({
    problem: 'invalid',
    field: 'usageLimit',
  })
  expect(save({ ...ten, usageLimit: 4 }, { used: 4 })).toMatchObject({ ok: true })
  expect(evaluateCoupon(NEW_COUPON, ten, { used: 0 }, context(false))).toMatchObject({
    problem: 'permission',
  })
})

const typed = (fields: Partial<CouponFields>): CouponFields => ({
  ...{ code: 'FALL', kind: 'percent', percent: '10', amount: '', minSubtotal: '', startsOn: '', endsOn: '' },
  ...{ usageLimit: '', perCustomerLimit: '', firstOrderOnly: '', description: '' },
  ...fields,
})

test('[H14l] what is typed is read as people type it: dollars, percent signs and days', () => {
  const { patch, errors } = readCouponFields(
    typed({
      kind: 'fixed',
      amount: '$12.50',
      minSubtotal: '1,000',
      startsOn: '2026-11-27',
      endsOn: '2026-11-27',
    }),
  )
  expect(errors).toEqual({})
  expect(patch).toMatchObject({ amount: 1250, percent: null, minSubtotal: 100_000 })
  // One whole day in Chicago.
  expect([new Date(patch.startsAt ?? 0).toISOString(), new Date(patch.endsAt ?? 0).toISOString()]).toEqual([
    '2026-11-27T06:00:00.000Z',
    '2026-11-28T05:59:59.999Z',
  ])
  expect(readCouponFields(typed({ percent: '15 %' })).patch.percent).toBe(15)
})

test('[H14l] each wrong field is named', () => {
  expect(
    Object.keys(readCouponFields(typed({ percent: '101', endsOn: '2026-02-31', usageLimit: '-1' })).errors),
  ).toEqual(['percent', 'endsOn', 'usageLimit'])
  expect(
    Object.keys(readCouponFields(typed({ kind: 'fixed', amount: 'ten', minSubtotal: 'x' })).errors),
  ).toEqual(['amount', 'minSubtotal'])
  expect(v.safeParse(COUPON_CODE, ' fall-10 ').output).toBe('FALL-10')
  expect(v.safeParse(COUPON_CODE, 'FALL 10').success).toBe(false)
  expect(
    v.safeParse(COUPON_FORM, { action: 'save', code: 'A', version: '0', key: 'key-12345' }).success,
  ).toBe(false)
})
