import { expect, test } from 'vitest'
import { phone } from './forms/field.ts'
import { PHONE } from './shop-phone.ts'

test('the dialed number equals the displayed number, and is valid in the forms of the shop', () => {
  const digits = PHONE.label.replace(/\D/g, '')
  expect(PHONE.href).toBe(`tel:+1${digits}`)
  expect(phone(digits)).toBeNull()
})
