import * as v from 'valibot'
import { expect, test } from 'vitest'
import { WALLET_BUYER } from '../../orders/payments/wallet-buyer.ts'
import { emptyDraft } from '../checkout.ts'
import { fillDraft, splitName } from './express-draft.ts'

const REGIONS = [{ id: 23, code: 'IL', name: 'Illinois' }]
const BUYER = {
  name: 'Mary Ann Whitfield',
  email: 'mary@whitfield.example',
  phone: '+1 (312) 555-0186',
  address: {
    line1: '1458 N Wood St',
    line2: 'Apt 2',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60622',
    country: 'us',
  },
}

test('[H13h] the values of a wallet fill the fields that a shopper would type', () => {
  const draft = fillDraft(emptyDraft(), BUYER, { regions: REGIONS, paymentMethod: 'paypal_express' })
  expect(draft.personal).toEqual({
    firstName: 'Mary Ann',
    lastName: 'Whitfield',
    emailAddress: 'mary@whitfield.example',
  })
  expect(draft.shipping).toMatchObject({
    firstName: 'Mary Ann',
    lastName: 'Whitfield',
    country: 'US',
    streetAddress: '1458 N Wood St',
    apartmentNumber: 'Apt 2',
    state: 'Illinois',
    regionId: 23,
    zipCode: '60622',
    phoneNumber: '3125550186',
  })
  expect(draft.payment).toMatchObject({ paymentMethod: 'paypal_express', billingSameAsShipping: true })
})

test('[H13h] an unknown state stays as text for its error, and a typed phone number is not emptied', () => {
  const before = emptyDraft()
  before.shipping.phoneNumber = '3125550142'
  const buyer = { ...BUYER, phone: '', address: { ...BUYER.address, state: 'Ontario' } }
  const { shipping } = fillDraft(before, buyer, { regions: REGIONS, paymentMethod: 'stripe' })
  expect(shipping).toMatchObject({ state: 'Ontario', regionId: null, phoneNumber: '3125550142' })
})

test('[H13h] a single word is a first name without a last name', () => {
  expect(splitName('Cher')).toEqual({ firstName: 'Cher', lastName: '' })
  expect(splitName('  Dana   Whitfield ')).toEqual({ firstName: 'Dana', lastName: 'Whitfield' })
  expect(splitName('')).toEqual({ firstName: '', lastName: '' })
})

test('[H13h] missing and overlong values of a wallet are read as empty texts', () => {
  const read = v.parse(WALLET_BUYER, { ...BUYER, phone: null, name: 'x'.repeat(5_000) })
  expect([read.phone, read.name]).toEqual(['', ''])
})
