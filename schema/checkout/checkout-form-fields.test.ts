import { expect, test } from 'vitest'
import {
  formatAddressSummary,
  formatPersonalSummary,
  isStep,
  parseAccountFields,
  parseAddressFields,
  parsePaymentFields,
  parsePersonalFields,
  parseShippingFields,
} from './checkout-form-fields.ts'

const REGIONS = [
  { id: 23, code: 'IL', name: 'Illinois' },
  { id: 57, code: 'TX', name: 'Texas' },
]

test('[E1] a form becomes details, trimmed, with the id of its state', () => {
  const address = parseAddressFields(
    { firstName: ' Dana ', state: 'Illinois', zipCode: '60612 ', phoneNumber: '+1 (312) 555-0186' },
    REGIONS,
  )
  expect(address).toMatchObject({
    firstName: 'Dana',
    lastName: '',
    state: 'Illinois',
    regionId: 23,
    zipCode: '60612',
    phoneNumber: '3125550186',
    country: 'US',
  })
})

test('[E2] an unknown state keeps its text and has no id', () => {
  expect(parseAddressFields({ state: 'Atlantis' }, REGIONS)).toMatchObject({
    state: 'Atlantis',
    regionId: null,
  })
})

test('[E5] an unticked checkbox is not sent and means a separate billing address', () => {
  expect(parsePaymentFields({}, REGIONS).billingSameAsShipping).toBe(false)
  expect(parsePaymentFields({ billingSameAsShipping: 'on' }, REGIONS).billingSameAsShipping).toBe(true)
})

test('a very long text is cut before it is stored', () => {
  expect(parsePersonalFields({ firstName: 'x'.repeat(100_000) }).firstName).toHaveLength(300)
})

test('a completed step is formatted in one line', () => {
  expect(
    formatPersonalSummary({ firstName: 'Dana', lastName: 'Whitfield', emailAddress: 'd@w.example' }),
  ).toBe('Dana Whitfield, d@w.example')
  const address = parseAddressFields(
    { streetAddress: '1458 N Wood St', city: 'Chicago', state: 'Illinois', zipCode: '60612' },
    REGIONS,
  )
  expect(formatAddressSummary(address)).toBe('1458 N Wood St, Chicago, Illinois 60612')
})

test('[E1] every field of a form is parsed, and absent ones are empty', () => {
  const sent = {
    firstName: ' Dana ',
    lastName: ' Whitfield ',
    emailAddress: ' d@w.example ',
    city: ' Chicago ',
    streetAddress: ' 1458 N Wood St ',
    apartmentNumber: ' 2 ',
    state: ' illinois ',
    zipCode: ' 60612 ',
    company: ' Marsh Towing ',
    taxId: ' 12-3 ',
    phoneNumber: '312-555-0186',
    shippingMethod: ' a:b ',
    paymentMethod: ' stripe ',
  }
  const address = {
    firstName: 'Dana',
    lastName: 'Whitfield',
    country: 'US',
    streetAddress: '1458 N Wood St',
    apartmentNumber: '2',
    city: 'Chicago',
    state: 'Illinois',
    regionId: 23,
    zipCode: '60612',
    phoneNumber: '3125550186',
  }
  expect(parsePersonalFields(sent)).toEqual({
    firstName: 'Dana',
    lastName: 'Whitfield',
    emailAddress: 'd@w.example',
  })
  expect(parsePersonalFields({})).toEqual({ firstName: '', lastName: '', emailAddress: '' })
  expect(parseShippingFields(sent, REGIONS)).toMatchObject({ ...address, shippingMethod: 'a:b' })
  expect(parsePaymentFields({ ...sent, billingSameAsShipping: ' ' }, REGIONS)).toMatchObject({
    ...address,
    billingSameAsShipping: false,
    paymentMethod: 'stripe',
    company: 'Marsh Towing',
    taxId: '12-3',
  })
})

test('[E7] an account is created only on request; its password is not trimmed', () => {
  expect(parseAccountFields({ createAccount: 'on', password: ' secret ' })).toEqual({
    createAccount: true,
    password: ' secret ',
  })
  expect(parseAccountFields({ password: ' secret ' })).toEqual({ createAccount: false, password: '' })
  expect(parseAccountFields({ createAccount: 'on' })).toEqual({ createAccount: true, password: '' })
  expect(parseAccountFields({ createAccount: 'on', password: 'x'.repeat(301) }).password).toHaveLength(300)
})

test('the names of steps are recognized', () => {
  expect(['personal', 'shipping', 'payment', 'done', '', null].map(isStep)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})

test('missing parts leave no gap in a line', () => {
  expect(formatPersonalSummary({ firstName: 'Dana', lastName: '', emailAddress: '' })).toBe('Dana')
  expect(formatAddressSummary(parseAddressFields({}, REGIONS))).toBe('')
  const address = { streetAddress: '1458 N Wood St', apartmentNumber: '2', city: 'Chicago', zipCode: '60612' }
  expect(formatAddressSummary(parseAddressFields(address, REGIONS))).toBe('1458 N Wood St, 2, Chicago, 60612')
})
