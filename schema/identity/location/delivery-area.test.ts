import { describe, expect, test } from 'vitest'
import { DELIVERY_MESSAGES, deliveryError, zipCheckOf, zipMessage } from './delivery-area.ts'

const allowed = new Set(['IL', 'TX'])

describe('[E4] the delivery area', () => {
  test.each([
    [{ regionId: 21 }],
    [{ regionCode: 'ak' }],
    [{ state: 'Puerto Rico' }],
    [{ state: 'hawaii' }],
    [{ postcode: '96813' }],
    [{ postcode: '99501-1234' }],
    [{ postcode: '00901' }],
    [{ countryId: 'CA', postcode: 'M5V 3L9' }],
    [{ postcode: 'm5v3l9' }],
    [{ state: 'Ontario' }],
    [{ state: 'Illinois', regionCode: 'IL', postcode: '96701' }],
  ])('%j is Hawaii, Alaska, Puerto Rico or Canada', (destination) => {
    expect(deliveryError(destination, allowed)).toBe(DELIVERY_MESSAGES.refused)
  })

  test.each([
    [{ regionCode: 'il' }],
    [{ regionCode: 'TX', state: 'Texas', postcode: '75001', countryId: 'US' }],
    [{}],
  ])('%j can be delivered to', (destination) => {
    expect(deliveryError(destination, allowed)).toBeNull()
  })

  test.each([
    [{ regionCode: 'CA' }],
    [{ state: 'Guam' }],
    [{ countryId: 'DE' }],
    [{ postcode: '00802', state: 'VI' }],
  ])('%j is not an allowed location', (destination) => {
    expect(deliveryError(destination, allowed)).toBe('Delivery is not available for your current location.')
  })

  test('names are compared without regard to case', () => {
    expect(deliveryError({ state: 'illinois' }, ['ILLINOIS'])).toBeNull()
  })
})

describe('[D10] a ZIP code and its state', () => {
  test.each([
    [{ postcode: '60612', regionCode: 'IL' }, 'IL', 'valid'],
    [{ postcode: '60612', regionCode: 'TX' }, 'IL', 'invalid'],
    [{ postcode: '00000', regionCode: 'IL' }, null, 'invalid'],
    [{ postcode: null, regionCode: 'IL' }, null, 'unknown'],
    [{ postcode: '60612', regionCode: null }, 'IL', 'unknown'],
  ] as const)('%j in %s is %s', (destination, state, check) => {
    expect(zipCheckOf(destination, state)).toBe(check)
  })

  test('a running and a failed check have messages', () => {
    expect(zipMessage('checking')).toBe('Checking the combination of zip code and state')
    expect(zipMessage('invalid')).toBe('Invalid combination of zip code and state.')
    expect(zipMessage('valid')).toBeNull()
  })
})
