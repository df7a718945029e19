import { expect, test } from 'vitest'
import {
  type AccessRole,
  fitsRefundLimits,
  hasRight,
  pinRole,
  refundLimits,
  STAFF_RIGHTS,
  STAFF_ROLES,
} from './rights.ts'

const mayRefund = (role: AccessRole, asked: { amount: number; today: number }) =>
  fitsRefundLimits(refundLimits(role), asked)

test('[H14] only the owner manages people, and the owner has every right', () => {
  expect(STAFF_ROLES.filter((one) => hasRight(one, 'people'))).toEqual(['owner'])
  expect(STAFF_RIGHTS.every((right) => hasRight('owner', right))).toBe(true)
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

test('[H14a] a PIN never gives a right that the person does not hold', () => {
  for (const own of STAFF_ROLES) {
    const role = pinRole(own)
    const given = STAFF_RIGHTS.filter((right) => role !== null && hasRight(role, right))
    expect(given.filter((right) => !hasRight(own, right))).toEqual([])
  }
  expect(pinRole('books')).toBeNull()
})
