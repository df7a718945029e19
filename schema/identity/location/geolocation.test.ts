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
const PLACE = { zip: '60612', city: 'Chicago', state: 'IL' }

describe('[G1] the record', () => {
  test('has the network’s data in the required fields', () => {
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

  test('is taken without asking only when it is valid and its region is known', () => {
    const of = (place: object) => acceptLocation(geoRecord('', { ...CHICAGO, ...place }, ''), REGIONS)
    expect(of({})).toEqual(PLACE)
    expect(of({ region: 'il' })).toEqual(PLACE)
    expect(of({ region: 'Ontario' })).toBeNull()
    expect(of({ country: 'CA' })).toBeNull()
    expect(of({ postalCode: '6061' })).toBeNull()
    expect(of({ city: undefined })).toBeNull()
  })
})

describe('[G1] the popup', () => {
  const open = togglePopup(initialLocationState(null))

  test('opening and closing clear the suggestions and leave the selection', () => {
    const asked = withSuggestions(withTypedZip(open, '606'), '606', [PLACE])
    expect(asked.suggest.items).toEqual([PLACE])
    expect(togglePopup(asked)).toMatchObject({ shown: false, suggest: { value: '', items: [], error: null } })
    expect(togglePopup(initialLocationState(PLACE))).toMatchObject({ shown: true, selected: PLACE })
  })

  test('only trimmed digits are requested, and only the reply to the last request counts', () => {
    expect(suggestPrefix(' 606 ')).toBe('606')
    expect([suggestPrefix(''), suggestPrefix('60612-'), suggestPrefix('Chicago')]).toEqual([null, null, null])
    expect(withSuggestions(withTypedZip(open, '6061'), '606', [PLACE]).suggest.items).toEqual([])
  })

  test('at most six; an empty result and a failed search have messages', () => {
    const many = Array.from({ length: 9 }, () => PLACE)
    expect(withSuggestions(withTypedZip(open, '6'), '6', many).suggest.items).toHaveLength(6)
    expect(withSuggestions(withTypedZip(open, '0'), '0', []).suggest.error).toBe(GEO_MESSAGES.noSuggestion)
    expect(withSuggestions(withTypedZip(open, '0'), '0', 'no connection').suggest.error).toBe('no connection')
  })

  test('a failed lookup sets a message and leaves the location; typing clears the message', () => {
    const wrong = withError(
      detecting(initialLocationState(PLACE)),
      'Delivery is not available for your current location.',
    )
    expect(wrong).toMatchObject({ loading: false, selected: PLACE })
    expect(wrong.error).toContain('not available')
    expect(withTypedZip(wrong, '6').error).toBeNull()
    expect(withSelection(wrong, PLACE)).toMatchObject({ error: null, selected: PLACE })
  })
})
