import { expect, test } from 'vitest'
import { normalizeCouponCode } from '../../cart/coupon/coupon.ts'
import { toMailbox } from '../../platform/mail/mailbox.ts'
import { couponPromise, newsletterCode } from './newsletter.ts'

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+tires@example.com', 'ada@example.com'],
  ['a.d.a+1@gmail.com', 'ada@gmail.com'],
  ['a.d.a@googlemail.com', 'ada@gmail.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
])('[G2] %s belongs to the mailbox %s', (email, mailbox) => {
  expect(toMailbox(email)).toBe(mailbox)
})

test('[D9] a subscriber’s code is accepted by the cart', () => {
  const code = newsletterCode(new Uint8Array([1, 2, 3, 4, 255]))
  expect(code).toMatch(/^NEWS-[0-9A-Z]{8}$/)
  expect(normalizeCouponCode(code)).toBe(code)
})

test('[D9] the mail has the coupon’s discount', () => {
  expect(couponPromise({ kind: 'percent', value: 10, firstOrderOnly: true })).toBe('10% off your first order')
  expect(couponPromise({ kind: 'fixed', value: 2000, firstOrderOnly: false })).toBe('$20.00 off one order')
})
