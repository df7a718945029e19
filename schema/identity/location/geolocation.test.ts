import { describe, expect, test } from 'vitest'
import {
  acceptLocation,
  DEFAULT_REGION,
  detecting,
  GEO_MESSAGES,
  geoRecord,
  initialLocationState,
  isValidGeo,
  suggestPrefix,
  togglePopup,
  withError,
  withSelection,
  withSuggestions,
  withTypedZip,
} from './geolocation.ts'

const REGIONS = [
  { code: 'AL', name: 'Alabama' },
  { code: 'IL', name: 'Illinois' },
]
const CHICAGO = { country: 'US', region: 'Illinois', city: 'Chicago', postalCode: '60612', latitude: '41.88' }
const LOCATION = { zip: '60612', city: 'Chicago', state: 'IL' }

describe('[G1] the record', () => {
  test('has the data of the network in the required fields', () => {
    expect(geoRecord('203.0.113.7', CHICAGO, 'United States')).toEqual({
      ip_address: '203.0.113.7',
      country_name: 'United States',
      city_name: 'Chicago',
      region_name: 'Illinois',
      country_code: 'US',
      zip_code: '60612',
      latitude: 41.88,
      longitude: null,
    })
  })

  test('without a region the record has the default and is not valid', () => {
    const record = geoRecord('203.0.113.7', { country: 'US' }, 'United States')
    expect(record.region_name).toBe(DEFAULT_REGION)
    expect(isValidGeo(record)).toBe(false)
    expect(acceptLocation(record, REGIONS)).toBeNull()
  })

  test('is accepted without asking the shopper only when it is valid and its region is known', () => {
    const accept = (change: object) => acceptLocation(geoRecord('', { ...CHICAGO, ...change }, ''), REGIONS)
    expect(accept({})).toEqual(LOCATION)
    expect(accept({ region: 'il' })).toEqual(LOCATION)
    expect(accept({ region: 'Ontario' })).toBeNull()
    expect(accept({ country: 'CA' })).toBeNull()
    expect(accept({ postalCode: '6061' })).toBeNull()
    expect(accept({ city: undefined })).toBeNull()
  })
})

describe('[G1] the dialog', () => {
  const open = togglePopup(initialLocationState(null))

  test('opening and closing clear the suggestions and leave the selection', () => {
    const suggested = withSuggestions(withTypedZip(open, '606'), '606', [LOCATION])
    expect(suggested.suggest.items).toEqual([LOCATION])
    expect(togglePopup(suggested)).toMatchObject({
      shown: false,
      suggest: { value: '', items: [], error: null },
    })
    expect(togglePopup(initialLocationState(LOCATION))).toMatchObject({ shown: true, selected: LOCATION })
  })

  test('only trimmed digits are requested, and only the reply to the last request is shown', () => {
    expect(suggestPrefix(' 606 ')).toBe('606')
    expect([suggestPrefix(''), suggestPrefix('60612-'), suggestPrefix('Chicago')]).toEqual([null, null, null])
    expect(withSuggestions(withTypedZip(open, '6061'), '606', [LOCATION]).suggest.items).toEqual([])
  })

  test('at most six suggestions are shown; an empty result and a failed search have messages', () => {
    const many = Array.from({ length: 9 }, () => LOCATION)
    expect(withSuggestions(withTypedZip(open, '6'), '6', many).suggest.items).toHaveLength(6)
    expect(withSuggestions(withTypedZip(open, '0'), '0', []).suggest.error).toBe(GEO_MESSAGES.noSuggestion)
    expect(withSuggestions(withTypedZip(open, '0'), '0', 'no connection').suggest.error).toBe('no connection')
  })

  test('a failed lookup sets a message and leaves the location; typing clears the message', () => {
    const failed = withError(
      detecting(initialLocationState(LOCATION)),
      'Delivery is not available for your current location.',
    )
    expect(failed).toMatchObject({ loading: false, selected: LOCATION })
    expect(failed.error).toContain('not available')
    expect(withTypedZip(failed, '6').error).toBeNull()
    expect(withSelection(failed, LOCATION)).toMatchObject({ error: null, selected: LOCATION })
  })
})
