import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FIELD_MESSAGES } from '../../platform/forms/field.ts'
import { encodeOrderNumber, isOrderNumber } from '../order.ts'
import { GUEST_ORDER_MESSAGES, guestOrderErrors, normalizeOrderNumber } from './guest-order.ts'

test('[E15] an order number is accepted in the usual spellings', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 5, maxLength: 5 }), (bytes) => {
      const number = encodeOrderNumber(bytes)
      const code = number.slice(3)
      for (const typed of [number, code, number.toLowerCase(), `# ${code}`, `TL ${code}`, `tl${code}`]) {
        expect(normalizeOrderNumber(typed)).toBe(number)
      }
      expect(normalizeOrderNumber(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(number)
    }),
  )
  expect(isOrderNumber(normalizeOrderNumber('TL-1'))).toBe(false)
})

test('[E15] each invalid field has its message', () => {
  expect(guestOrderErrors({ orderNumber: ' ', emailAddress: '' })).toEqual({
    orderNumber: FIELD_MESSAGES.required,
    emailAddress: FIELD_MESSAGES.required,
  })
  expect(guestOrderErrors({ orderNumber: '000000102', emailAddress: 'ada' })).toEqual({
    orderNumber: GUEST_ORDER_MESSAGES.number,
    emailAddress: FIELD_MESSAGES.emailAddress,
  })
  expect(guestOrderErrors({ orderNumber: '7K3M9QXA', emailAddress: ' ada@example.com ' })).toEqual({})
})
