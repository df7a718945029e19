import { expect, test } from 'vitest'
import { phone } from './forms/field.ts'
import { PHONE } from './shop-phone.ts'

test('what is dialed is what is read, and a number that our own forms would take', () => {
  const digits = PHONE.label.replace(/\D/g, '')
  expect(PHONE.href).toBe(`tel:+1${digits}`)
  expect(phone(digits)).toBeNull()
})
