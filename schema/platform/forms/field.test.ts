import { describe, expect, test } from 'vitest'
import {
  checkboxRequired,
  FIELD_MESSAGES,
  fieldLabel,
  type GuestField,
  normalizePhone,
  validateField,
  validateFields,
} from './field.ts'

const long = 'a'.repeat(61)

describe('[E2] the fields of a guest’s form', () => {
  test.each([
    ['emailAddress', '', FIELD_MESSAGES.required],
    ['emailAddress', 'иван@example.com', 'Please use a valid e-mail address, such as name@example.com'],
    ['emailAddress', 'ann@exämple', FIELD_MESSAGES.emailAddress],
    ['emailAddress', 'ann@', FIELD_MESSAGES.emailAddress],
    ['emailAddress', 'a@b.c', FIELD_MESSAGES.emailAddress],
    ['emailAddress', `${long}@example.com`, 'Please insert less then 60 characters'],
    ['emailAddress', 'ann.lee+tires@example.co.uk', null],
    ['firstName', '   ', 'Field is required'],
    ['firstName', long, FIELD_MESSAGES.maxLength60],
    ['firstName', 'R2D2', 'Please use valid alphabet characters'],
    ['firstName', " -'. ", FIELD_MESSAGES.unicodeAlpha],
    ['firstName', 'Jean-Luc', null],
    ['lastName', "O'Brien", null],
    ['lastName', 'Müller', null],
    ['lastName', '<script>', FIELD_MESSAGES.unicodeAlpha],
    ['city', 'St. Louis', null],
    ['phoneNumber', '312555014', 'Please provide valid phone number.'],
    ['phoneNumber', '31255501422', FIELD_MESSAGES.phone],
    ['phoneNumber', '3125550142', null],
    ['zipCode', '６０６１２', 'We can not identify text you have entered. Please enter a valid US zip code.'],
    ['zipCode', 'шесть', FIELD_MESSAGES.noLatinSymbol],
    ['zipCode', '6061', 'Please provide valid zip code.'],
    ['zipCode', '60612-12', FIELD_MESSAGES.zipCode],
    ['zipCode', '60612', null],
    ['zipCode', '60612-1234', null],
    ['streetAddress', '', FIELD_MESSAGES.required],
    ['streetAddress', '###', 'Please use valid alphabet characters or numbers'],
    ['streetAddress', '12 Elm St {x}', FIELD_MESSAGES.unicodeAlphaNum],
    ['streetAddress', "2720-B W. O'Hare Ave #4, 1/2", null],
    ['streetAddress', 'a'.repeat(151), 'Please insert less then 150 characters'],
    ['apartmentNumber', '', null],
    ['apartmentNumber', '!', FIELD_MESSAGES.unicodeAlphaNum],
    ['state', '', FIELD_MESSAGES.required],
    ['shippingMethod', '', FIELD_MESSAGES.required],
  ] as const)('%s “%s” has the message %s', (field, text, message) => {
    expect(validateField(field, text)).toBe(message)
  })

  const isRequired = 'Field is required'
  const invalidName = 'Please use valid alphabet characters'
  const invalidStreet = 'Please use valid alphabet characters or numbers'
  const tooLong60 = 'Please insert less then 60 characters'
  const tooLong150 = 'Please insert less then 150 characters'
  const name = [
    ['', isRequired],
    ['a'.repeat(61), tooLong60],
    ['a'.repeat(60), null],
    ['Ann 2', invalidName],
    ['---', invalidName],
    ['Анна', null],
  ] as const
  const street = [
    ['a'.repeat(151), tooLong150],
    ['a'.repeat(150), null],
    ['?', invalidStreet],
    ['Apt 4', null],
  ] as const

  /** The rules of E2: typed text and expected message. */
  const ROWS = {
    emailAddress: [
      ['', isRequired],
      [`${'a'.repeat(49)}@example.com`, tooLong60],
      [`${'a'.repeat(48)}@example.com`, null],
      ['почта@example.com', 'Please use a valid e-mail address, such as name@example.com'],
    ],
    firstName: name,
    lastName: name,
    city: name,
    phoneNumber: [
      ['', isRequired],
      ['312555', 'Please provide valid phone number.'],
      ['312555014a', 'Please provide valid phone number.'],
      ['3125550142', null],
    ],
    country: [
      ['', isRequired],
      ['U'.repeat(61), tooLong60],
      ['US', null],
    ],
    state: [
      ['', isRequired],
      ['S'.repeat(61), tooLong60],
      ['Illinois', null],
    ],
    zipCode: [
      ['', isRequired],
      ['шесть', 'We can not identify text you have entered. Please enter a valid US zip code.'],
      ['60612-1', 'Please provide valid zip code.'],
      ['60612-1234', null],
    ],
    streetAddress: [['', isRequired], ...street],
    apartmentNumber: [['', null], ...street],
    company: [
      ['', null],
      ['a'.repeat(60), null],
      ['a'.repeat(61), 'Please insert less then 60 characters'],
    ],
    taxId: [
      ['', null],
      ['12-3456789', null],
      ['1'.repeat(61), 'Please insert less then 60 characters'],
    ],
    shippingMethod: [
      ['', isRequired],
      ['freeshipping:freeshipping', null],
    ],
    paymentMethod: [
      ['', isRequired],
      ['cashondelivery', null],
    ],
  } as const satisfies Record<GuestField, readonly (readonly [string, string | null])[]>

  test.each(Object.entries(ROWS))('the rules of %s', (field, rules) => {
    for (const [text, message] of rules) expect(validateField(field as GuestField, text), text).toBe(message)
  })

  test('a required checkbox has a message of its own', () => {
    expect(checkboxRequired(false)).toBe('This field is required')
    expect(checkboxRequired(true)).toBeNull()
  })

  test('only fields with a message are in the result', () => {
    const form = { firstName: 'Ann', lastName: '' }
    expect(validateFields(form, ['firstName', 'lastName'])).toEqual({ lastName: FIELD_MESSAGES.required })
  })

  test.each([
    ['+1 (312) 555-0142', '3125550142'],
    ['312.555.0142', '3125550142'],
    ['call me', 'call me'],
  ])('the phone number %s is normalized to %s', (text, digits) => {
    expect(normalizePhone(text)).toBe(digits)
  })

  test('the label of a field in a sentence is without "(optional)"; an unknown field has its name as label', () => {
    expect([fieldLabel('apartmentNumber'), fieldLabel('zipCode'), fieldLabel('toll')]).toEqual([
      'Apt, suite',
      'ZIP code',
      'toll',
    ])
  })
})
