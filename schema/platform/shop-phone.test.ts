import { expect, test } from 'vitest'
import { phone } from './forms/field.ts'
import { PHONE } from './shop-phone.ts'

test('the dialed number is the displayed one, and valid in our own forms', () => {
  const digits = PHONE.label.replace(/\D/g, '')
  expect(PHONE.href).toBe(`tel:+1${digits}`)
  expect(phone(digits)).toBeNull()
})
