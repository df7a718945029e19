import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRegion, fromApiAddress, parseApiAddress, toApiAddress, toShipTo } from './address.ts'

const regions = [
  { id: 23, code: 'IL', name: 'Illinois' },
  { id: 57, code: 'TX', name: 'Texas' },
]
const snake = {
  region: 'Illinois',
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  street: ['2720 W Grand Ave', '4'],
  postcode: '60612',
  city: 'Chicago',
  firstname: 'Ann',
  lastname: 'Lee',
  telephone: '+1 312 555 0142',
}

describe('[D1] addresses of the API', () => {
  test('snake case, camel case and a region object give the same address', () => {
    const { region: _, region_id, region_code, country_id, ...rest } = snake
    const camel = {
      ...rest,
      region: 'Illinois',
      regionId: region_id,
      regionCode: region_code,
      countryId: country_id,
    }
    const nested = {
      ...rest,
      region: { region: 'Illinois', region_id: '23', region_code: 'IL' },
      countryId: 'us',
    }
    expect(parseApiAddress(camel)).toEqual(parseApiAddress(snake))
    expect(parseApiAddress(nested)).toEqual(parseApiAddress(snake))
  })

  test('fields that a client omits after a sign-out are empty', () => {
    expect(parseApiAddress({ country_id: 'US', street: [null, null], region_id: 0 })).toMatchObject({
      countryId: 'US',
      street: ['', ''],
      regionId: null,
      postcode: '',
    })
    expect(parseApiAddress({})).not.toBeNull()
    expect(parseApiAddress(null)).toBeNull()
    expect(parseApiAddress('Chicago')).toBeNull()
  })

  test('any JSON gives an address or null, never an exception', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const address = parseApiAddress(value)
        expect(address === null || Array.isArray(address.street)).toBe(true)
      }),
    )
  })

  test('a region is known by id, name or code', () => {
    const none = { regionId: null, region: '', regionCode: '' }
    expect(findRegion(regions, { ...none, regionId: 57 })?.code).toBe('TX')
    expect(findRegion(regions, { ...none, region: 'texas' })?.code).toBe('TX')
    expect(findRegion(regions, { ...none, regionCode: 'TX' })?.code).toBe('TX')
    expect(findRegion(regions, { ...none, region: 'tx' })?.code).toBe('TX')
    expect(findRegion(regions, { ...none, regionId: 9999, region: 'Texas' })).toBeNull()
    expect(findRegion(regions, none)).toBeNull()
  })

  test('a form’s details survive the conversion to the API and back', () => {
    const details = fromApiAddress(parseApiAddress(snake) ?? failed(), regions[0] ?? null)
    expect(details).toMatchObject({ state: 'Illinois', apartmentNumber: '4', phoneNumber: '3125550142' })
    expect(fromApiAddress(toApiAddress(details, regions[0] ?? null), regions[0] ?? null)).toEqual(details)
  })

  test('a dash is no ZIP code', () => {
    const address = parseApiAddress({ ...snake, postcode: '-' }) ?? failed()
    expect(toShipTo(address, regions[0] ?? null)).toEqual({
      countryId: 'US',
      regionId: 23,
      regionCode: 'IL',
      postcode: null,
    })
  })
})

function failed(): never {
  throw new Error('an address was expected')
}
