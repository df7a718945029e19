import { expect, test } from 'vitest'
import { cleanContact, contactErrors } from './contact.ts'

const GOOD = {
  name: ' Ada O’Brien ',
  email: 'ada@example.com',
  phone: '+1 (312) 555-0142',
  topic: 'tire',
  message: 'Is the DOT week\r\nreadable?\u0000',
}

test('[G3] a valid form is cleaned and has no errors', () => {
  const clean = cleanContact(GOOD)
  expect(clean).toEqual({
    ...GOOD,
    name: 'Ada O’Brien',
    phone: '3125550142',
    message: 'Is the DOT week\nreadable?',
  })
  expect(contactErrors(clean)).toEqual({})
})

test.each([
  ['name', '', 'Field is required'],
  ['name', '1234', 'Please use valid alphabet characters'],
  ['email', 'ada@', 'Please use a valid e-mail address, such as name@example.com'],
  ['email', 'ада@example.com', 'Please use a valid e-mail address, such as name@example.com'],
  ['phone', '', 'Field is required'],
  ['phone', '555-0142', 'Please provide valid phone number.'],
  ['topic', 'bitcoin', 'Field is required'],
  ['message', '  ', 'Field is required'],
  ['message', 'x'.repeat(3001), 'Please insert less then 3000 characters'],
])('[G3] %s "%.10s" is refused: %s', (field, text, message) => {
  expect(contactErrors(cleanContact({ ...GOOD, [field]: text }))).toEqual({ [field]: message })
})
