import { describe, expect, test } from 'vitest'
import { cleanPhone, MESSAGES, validateField, validateFields } from './field.ts'

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
})
