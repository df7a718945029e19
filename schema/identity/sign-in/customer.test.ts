import { expect, test } from 'vitest'
import { type AddressChange, normalizeDefaults, parseCustomerAddress, profileMessage } from './customer.ts'

const REGIONS = [{ id: 23, code: 'IL', name: 'Illinois' }]
const API_ADDRESS = {
  countryId: 'US',
  region: 'Illinois',
  regionId: 23,
  regionCode: 'IL',
  postcode: '60622',
  city: 'Chicago',
  street: ['1458 N Wood St', '2'],
  firstname: 'Dana',
  lastname: 'Whitfield',
  telephone: '(312) 555-0186',
  email: 'dana@whitfield.example',
  company: '',
  vatId: '',
}
const ABOUT = { id: null, defaultShipping: true, defaultBilling: false }
const known = { regions: REGIONS, zip: 'valid' } as const

test('only the changed fields of a profile are validated', () => {
  expect(profileMessage({})).toBeNull()
  expect(
    profileMessage({ firstname: 'Dana', lastname: 'W', email: 'd@w.example', telephone: '3125550186' }),
  ).toBeNull()
  expect(profileMessage({ telephone: '' })).toBeNull()
  for (const wrong of [{ firstname: '' }, { lastname: '' }, { email: 'd@' }, { telephone: '12' }]) {
    expect(profileMessage(wrong), JSON.stringify(wrong)).toMatch(/\w/)
  }
})

test('an address of the API is added to the address book with its region and a phone number of ten digits', () => {
  expect(parseCustomerAddress(API_ADDRESS, ABOUT, known)).toEqual({
    ok: true,
    address: {
      ...ABOUT,
      firstname: 'Dana',
      lastname: 'Whitfield',
      company: null,
      vatId: null,
      regionId: 23,
      street: '1458 N Wood St',
      apartment: '2',
      city: 'Chicago',
      postcode: '60622',
      countryId: 'US',
      telephone: '3125550186',
    },
  })
  const company = parseCustomerAddress(
    { ...API_ADDRESS, company: 'Marsh Towing', vatId: '12-3' },
    ABOUT,
    known,
  )
  expect(company).toMatchObject({ address: { company: 'Marsh Towing', vatId: '12-3' } })
})

test('an invalid address is refused with the message of the rule', () => {
  const unknownRegion = { region: 'Atlantis', regionId: null, regionCode: '' }
  for (const wrong of [
    { city: '' },
    { company: 'x'.repeat(61) },
    { vatId: 'x'.repeat(61) },
    { telephone: '12' },
  ]) {
    const result = parseCustomerAddress({ ...API_ADDRESS, ...wrong }, ABOUT, known)
    expect(result.ok, JSON.stringify(wrong)).toBe(false)
    expect(!result.ok && result.message).toMatch(/\w/)
  }
  expect(parseCustomerAddress({ ...API_ADDRESS, ...unknownRegion }, ABOUT, known).ok).toBe(false)
})

test('of several default addresses only the last one stays default', () => {
  const address = (defaultShipping: boolean, defaultBilling: boolean) =>
    ({ id: null, defaultShipping, defaultBilling }) as AddressChange
  const defaults = normalizeDefaults([address(true, true), address(true, false), address(false, false)])
  expect(defaults.map((one) => [one.defaultShipping, one.defaultBilling])).toEqual([
    [false, true],
    [true, false],
    [false, false],
  ])
})
