import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  BUILT_IN_ROLES,
  canGrant,
  fitsMoneyLimits,
  hasPermission,
  maxDiscount,
  pinRole,
  refundLimits,
  type SessionRole,
  STAFF_PERMISSIONS,
} from './permissions.ts'

const mayRefund = (role: SessionRole, asked: { amount: number; today: number }) =>
  fitsMoneyLimits(refundLimits(role), asked)

test('[H14] only the owner manages people, and the owner has every permission', () => {
  expect(BUILT_IN_ROLES.filter((one) => hasPermission(one, 'people'))).toEqual(['owner'])
  expect(STAFF_PERMISSIONS.every((permission) => hasPermission('owner', permission))).toBe(true)
})

test('[H14] refunds keep the limits of the act and of the day, in cents', () => {
  expect(mayRefund('owner', { amount: 10_000_000, today: 10_000_000 })).toBe(true)
  expect(mayRefund('manager', { amount: 50_000, today: 150_000 })).toBe(true)
  expect(mayRefund('manager', { amount: 50_001, today: 0 })).toBe(false)
  expect(mayRefund('manager', { amount: 1, today: 200_000 })).toBe(false)
  expect(mayRefund('counter', { amount: 20_000, today: 30_000 })).toBe(true)
  expect(mayRefund('counter', { amount: 20_000, today: 30_001 })).toBe(false)
  for (const one of ['yard', 'books', 'pin'] as const)
    expect(mayRefund(one, { amount: 1, today: 0 })).toBe(false)
})

test('[H14a] a PIN never gives a permission that the person does not hold', () => {
  for (const own of BUILT_IN_ROLES) {
    const role = pinRole(own)
    const given = STAFF_PERMISSIONS.filter((permission) => role !== null && hasPermission(role, permission))
    expect(given.filter((permission) => !hasPermission(own, permission))).toEqual([])
  }
  expect(pinRole('books')).toBeNull()
})

test('[H14a] of random roles only those are given that can do nothing more', () => {
  const amount = fc.integer({ min: 0, max: 3 })
  const limits = fc.record({ act: amount, day: amount })
  const role = fc.record({
    permissions: fc.subarray(['people', 'refund', 'discount', 'chat'] as const),
    refund: limits,
    credit: limits,
    bulk: amount,
    discount: amount,
  })
  fc.assert(
    fc.property(role, role, (held, given) => {
      const by = { ...held, id: 'own-0', name: 'Own', version: 1 }
      const numbers = ({ refund, credit, bulk }: typeof given) => [
        ...[refund.act, refund.day, credit.act, credit.day, bulk],
      ]
      const isMore =
        given.permissions.some((permission) => !hasPermission(by, permission)) ||
        numbers(given).some((number, index) => number > (numbers(held)[index] ?? 0)) ||
        given.discount > maxDiscount(by)
      expect(canGrant(by, given)).toBe(hasPermission(by, 'people') && !isMore)
      expect(canGrant('owner', given)).toBe(true)
    }),
  )
})
