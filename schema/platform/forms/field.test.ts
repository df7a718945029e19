import { describe, expect, test } from 'vitest'
import {
  checkboxRequired,
  cleanPhone,
  fieldLabel,
  type GuestField,
  MESSAGES,
  validateField,
  validateFields,
} from './field.ts'

const long = 'a'.repeat(61)

describe('[E2] the guest’s fields', () => {
  test.each([
    ['emailAddress', '', MESSAGES.required],
    ['emailAddress', 'иван@example.com', 'Please use a valid e-mail address, such as name@example.com'],
    ['emailAddress', 'ann@exämple', MESSAGES.emailAddress],
    ['emailAddress', 'ann@', MESSAGES.emailAddress],
    ['emailAddress', 'a@b.c', MESSAGES.emailAddress],
    ['emailAddress', `${long}@example.com`, 'Please insert less then 60 characters'],
    ['emailAddress', 'ann.lee+tires@example.co.uk', null],
    ['firstName', '   ', 'Field is required'],
    ['firstName', long, MESSAGES.maxLength60],
    ['firstName', 'R2D2', 'Please use valid alphabet characters'],
    ['firstName', " -'. ", MESSAGES.unicodeAlpha],
    ['firstName', 'Jean-Luc', null],
    ['lastName', "O'Brien", null],
    ['lastName', 'Müller', null],
    ['lastName', '<script>', MESSAGES.unicodeAlpha],
    ['city', 'St. Louis', null],
    ['phoneNumber', '312555014', 'Please provide valid phone number.'],
    ['phoneNumber', '31255501422', MESSAGES.phone],
    ['phoneNumber', '3125550142', null],
    ['zipCode', '６０６１２', 'We can not identify text you have entered. Please enter a valid US zip code.'],
    ['zipCode', 'шесть', MESSAGES.noLatinSymbol],
    ['zipCode', '6061', 'Please provide valid zip code.'],
    ['zipCode', '60612-12', MESSAGES.zipCode],
    ['zipCode', '60612', null],
    ['zipCode', '60612-1234', null],
    ['streetAddress', '', MESSAGES.required],
    ['streetAddress', '###', 'Please use valid alphabet characters or numbers'],
    ['streetAddress', '12 Elm St {x}', MESSAGES.unicodeAlphaNum],
    ['streetAddress', "2720-B W. O'Hare Ave #4, 1/2", null],
    ['streetAddress', 'a'.repeat(151), 'Please insert less then 150 characters'],
    ['apartmentNumber', '', null],
    ['apartmentNumber', '!', MESSAGES.unicodeAlphaNum],
    ['state', '', MESSAGES.required],
    ['shippingMethod', '', MESSAGES.required],
  ] as const)('%s “%s” answers %s', (field, text, message) => {
    expect(validateField(field, text)).toBe(message)
  })

  const needed = 'Field is required'
  const letters = 'Please use valid alphabet characters'
  const streetLetters = 'Please use valid alphabet characters or numbers'
  const most60 = 'Please insert less then 60 characters'
  const most150 = 'Please insert less then 150 characters'
  const name = [
    ['', needed],
    ['a'.repeat(61), most60],
    ['a'.repeat(60), null],
    ['Ann 2', letters],
    ['---', letters],
    ['Анна', null],
  ] as const
  const street = [
    ['a'.repeat(151), most150],
    ['a'.repeat(150), null],
    ['?', streetLetters],
    ['Apt 4', null],
  ] as const

  /** The rules of E2: typed text and its message. */
  const ROWS = {
    emailAddress: [
      ['', needed],
      [`${'a'.repeat(49)}@example.com`, most60],
      [`${'a'.repeat(48)}@example.com`, null],
      ['почта@example.com', 'Please use a valid e-mail address, such as name@example.com'],
    ],
    firstName: name,
    lastName: name,
    city: name,
    phoneNumber: [
      ['', needed],
      ['312555', 'Please provide valid phone number.'],
      ['312555014a', 'Please provide valid phone number.'],
      ['3125550142', null],
    ],
    country: [
      ['', needed],
      ['U'.repeat(61), most60],
      ['US', null],
    ],
    state: [
      ['', needed],
      ['S'.repeat(61), most60],
      ['Illinois', null],
    ],
    zipCode: [
      ['', needed],
      ['шесть', 'We can not identify text you have entered. Please enter a valid US zip code.'],
      ['60612-1', 'Please provide valid zip code.'],
      ['60612-1234', null],
    ],
    streetAddress: [['', needed], ...street],
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
      ['', needed],
      ['freeshipping:freeshipping', null],
    ],
    paymentMethod: [
      ['', needed],
      ['cashondelivery', null],
    ],
  } as const satisfies Record<GuestField, readonly (readonly [string, string | null])[]>

  test.each(Object.entries(ROWS))('the row of %s in the table', (field, row) => {
    for (const [text, message] of row) expect(validateField(field as GuestField, text), text).toBe(message)
  })

  test('a box to tick is required in its own words', () => {
    expect(checkboxRequired(false)).toBe('This field is required')
    expect(checkboxRequired(true)).toBeNull()
  })

  test('only fields with a message are named', () => {
    const form = { firstName: 'Ann', lastName: '' }
    expect(validateFields(form, ['firstName', 'lastName'])).toEqual({ lastName: MESSAGES.required })
  })

  test.each([
    ['+1 (312) 555-0142', '3125550142'],
    ['312.555.0142', '3125550142'],
    ['call me', 'call me'],
  ])('a phone number written as %s is %s', (text, digits) => {
    expect(cleanPhone(text)).toBe(digits)
  })

  test('the label of a field in a sentence ends before its comma; another field is called by its name', () => {
    expect([fieldLabel('apartmentNumber'), fieldLabel('zipCode'), fieldLabel('toll')]).toEqual([
      'Apartment',
      'ZIP code',
      'toll',
    ])
  })
})
