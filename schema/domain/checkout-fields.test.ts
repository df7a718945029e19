import { expect, test } from 'vitest'
import {
  addressFrom,
  addressLine,
  fieldWord,
  paymentFrom,
  personalFrom,
  personalLine,
} from './checkout-fields.ts'

const REGIONS = [
  { id: 23, code: 'IL', name: 'Illinois' },
  { id: 57, code: 'TX', name: 'Texas' },
]

test('[E1] a form becomes details, trimmed, with the id of its state', () => {
  const address = addressFrom(
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

test('[E2] an unknown state stays what it is, without an id', () => {
  expect(addressFrom({ state: 'Atlantis' }, REGIONS)).toMatchObject({ state: 'Atlantis', regionId: null })
})

test('[E5] an unticked box is not sent and means another billing address', () => {
  expect(paymentFrom({}, REGIONS).billingSameAsShipping).toBe(false)
  expect(paymentFrom({ billingSameAsShipping: 'on' }, REGIONS).billingSameAsShipping).toBe(true)
})

test('text without end is cut before it is kept', () => {
  expect(personalFrom({ firstName: 'x'.repeat(100_000) }).firstName).toHaveLength(300)
})

test('a step that is done is one line', () => {
  expect(personalLine({ firstName: 'Dana', lastName: 'Whitfield', emailAddress: 'd@w.example' })).toBe(
    'Dana Whitfield, d@w.example',
  )
  const address = addressFrom(
    { streetAddress: '1458 N Wood St', city: 'Chicago', state: 'Illinois', zipCode: '60612' },
    REGIONS,
  )
  expect(addressLine(address)).toBe('1458 N Wood St, Chicago, Illinois 60612')
  expect(fieldWord('apartmentNumber')).toBe('Apartment')
})
