import { expect, test } from 'vitest'
import type { ApiAddress } from '../../identity/location/address.ts'
import { type CustomerAddress, MAX_ADDRESSES } from '../../identity/sign-in/customer.ts'
import { addressBookChanges, toAddressBook } from './order-addresses.ts'

const apiAddress = (street: string, apartment = ''): ApiAddress => ({
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '60622',
  city: 'Chicago',
  street: [street, apartment],
  firstname: 'Dana',
  lastname: 'Whitfield',
  telephone: '3125550186',
  email: 'dana@whitfield.example',
  company: '',
  vatId: '',
})
const stored = (id: number, street: string, defaults: [boolean, boolean]): CustomerAddress => ({
  id,
  firstname: 'Dana',
  lastname: 'Whitfield',
  company: 'Whitfield LLC',
  vatId: null,
  street,
  apartment: '',
  city: 'Chicago',
  regionId: 23,
  postcode: '60622',
  countryId: 'US',
  telephone: '3125550100',
  defaultShipping: defaults[0],
  defaultBilling: defaults[1],
})
const HOME = apiAddress('1458 N Wood St')
const WORK = apiAddress('2720 W Grand Ave')
const both = (shippingAddress: ApiAddress | null, billingAddress: ApiAddress) => ({
  shippingAddress,
  billingAddress,
})
const brief = (
  changes: readonly {
    id: number | null
    street: string
    defaultShipping: boolean
    defaultBilling: boolean
  }[],
) =>
  changes.map(({ id, street, defaultShipping, defaultBilling }) => [
    id,
    street,
    defaultShipping,
    defaultBilling,
  ])

test('[E5] a single address is both defaults; of two addresses each is one default; without shipping the billing address is both', () => {
  expect(brief(toAddressBook(both(HOME, HOME)))).toEqual([[null, '1458 N Wood St', true, true]])
  expect(brief(toAddressBook(both(HOME, WORK)))).toEqual([
    [null, '1458 N Wood St', true, false],
    [null, '2720 W Grand Ave', false, true],
  ])
  expect(brief(toAddressBook(both(null, WORK)))).toEqual([[null, '2720 W Grand Ave', true, true]])
})

test('[E5] a typed address is added to the address book as default; the other address, known or new, is the other default', () => {
  const book = [stored(7, '1458 N Wood St', [true, true])]
  expect(brief(addressBookChanges(book, both(WORK, WORK)))).toEqual([[null, '2720 W Grand Ave', true, true]])
  expect(brief(addressBookChanges(book, both(WORK, HOME)))).toEqual([
    [null, '2720 W Grand Ave', true, false],
    [7, '1458 N Wood St', false, true],
  ])
  expect(addressBookChanges(book, both(WORK, HOME))[1]?.company).toBe('Whitfield LLC')
  expect(brief(addressBookChanges([], both(HOME, WORK)))).toEqual([
    [null, '1458 N Wood St', true, false],
    [null, '2720 W Grand Ave', false, true],
  ])
})

test('[E5] an order to known addresses in any spelling does not change the address book', () => {
  const book = [stored(7, '1458 N Wood St', [true, true]), stored(8, '2720 W Grand Ave', [false, false])]
  for (const order of [
    both(HOME, HOME),
    both(WORK, WORK),
    both(WORK, HOME),
    both(apiAddress(' 1458 n  wood st'), HOME),
  ]) {
    expect(addressBookChanges(book, order)).toEqual([])
  }
  expect(addressBookChanges(book, both(apiAddress('1458 N Wood St', '2'), HOME))).toHaveLength(2)
})

test('[E5] a full address book stays unchanged', () => {
  const book = Array.from({ length: MAX_ADDRESSES - 1 }, (_, at) =>
    stored(at + 1, `${at} Main St`, [false, false]),
  )
  expect(addressBookChanges(book, both(HOME, HOME))).toHaveLength(1)
  expect(addressBookChanges(book, both(HOME, WORK))).toEqual([])
})
