import { expect, test } from 'vitest'
import { ORDER_LIMITS } from '../../orders/limits/order-limits.ts'
import { DESK_MAILS, isLimitedMail, MAIL_LIMITS } from './mail-limits.ts'

test('[audit A4] mails to customers are limited; mails to the shop’s own desks and unknown kinds are not', () => {
  for (const kind of Object.keys(MAIL_LIMITS)) expect(isLimitedMail(kind), kind).toBe(true)
  for (const kind of [...DESK_MAILS, 'toString', 'constructor', '']) expect(isLimitedMail(kind)).toBe(false)
})

test('[audit A4] every order of a mailbox is confirmed by mail, and no confirmation is dropped', () => {
  const { hour, day, beyond } = MAIL_LIMITS['order-mail']
  expect(hour).toBeGreaterThanOrEqual(ORDER_LIMITS.mailbox.hour)
  expect(day).toBeGreaterThanOrEqual(ORDER_LIMITS.mailbox.day)
  expect(beyond).toBe('later')
})
