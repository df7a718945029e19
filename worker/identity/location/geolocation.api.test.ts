import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import { GEO_REPLY } from '../../../schema/identity/location/geolocation.api.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

async function get(path: string, cf?: object, headers: Record<string, string> = {}) {
  const request = new Request(`https://shop.example/api/ext/${path}`, { headers })
  // The platform sets `cf` in the same way.
  if (cf) Object.defineProperty(request, 'cf', { value: cf })
  const response = await app.fetch(request, env, createExecutionContext())
  return { status: response.status, ...(await response.json<{ code: number; result: unknown }>()) }
}
const CHICAGO = { country: 'US', region: 'Illinois', regionCode: 'IL', city: 'Chicago', postalCode: '60612' }

describe('[G1] geolocation', () => {
  test('returns the required record of the network; the IP address of the query is only repeated', async () => {
    const { code, result } = await get('geolocation?ip=198.51.100.9', CHICAGO, {
      'CF-Connecting-IP': '203.0.113.1',
    })
    expect(code).toBe(200)
    expect(v.parse(GEO_REPLY, result)).toMatchObject({
      ip_address: '198.51.100.9',
      country_name: 'United States',
      city_name: 'Chicago',
      region_name: 'Illinois',
      zip_code: '60612',
      place: { zip: '60612', city: 'Chicago', state: 'IL' },
      problem: null,
    })
    const odd = await get('geolocation?ip=<script>', CHICAGO, { 'CF-Connecting-IP': '203.0.113.1' })
    expect(odd.result).toMatchObject({ ip_address: '203.0.113.1' })
  })

  test('replies with the required message without an IP address', async () => {
    expect(await get('geolocation')).toEqual({
      status: 400,
      code: 400,
      result: 'No ip was passed from backend, cannot get geolocation',
    })
  })

  test('an unknown region is the default in the record and gives no location', async () => {
    const { result } = await get('geolocation?ip=203.0.113.1', { country: 'US' })
    expect(result).toMatchObject({ region_name: 'Alabama', place: null })
  })

  test.each([
    [
      { ...CHICAGO, region: 'Alaska', city: 'Juneau', postalCode: '99801' },
      'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    ],
    [
      { country: 'CA', region: 'Ontario', city: 'Toronto', postalCode: 'M5V' },
      'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
    ],
    [
      { country: 'PL', region: 'Mazovia', city: 'Warsaw' },
      'Delivery is not available for your current location.',
    ],
  ])('%j is found and refused', async (cf, problem) => {
    const { result } = await get('geolocation?ip=203.0.113.1', cf)
    expect(result).toMatchObject({ country_code: cf.country, place: null, problem })
  })

  test('a state that the configuration does not allow is refused too', async () => {
    await env.DB.prepare(
      "UPDATE config SET value = 'TX,CA' WHERE path = 'general/region/allowed_state'",
    ).run()
    const { result } = await get('geolocation?ip=203.0.113.1', CHICAGO)
    const zip = await get('place?zip=60612')
    await env.DB.prepare(
      "UPDATE config SET value = 'IL,TX,CA,AL,AZ,NC' WHERE path = 'general/region/allowed_state'",
    ).run()
    expect(result).toMatchObject({
      place: null,
      problem: 'Delivery is not available for your current location.',
    })
    expect(zip).toMatchObject({ code: 422, result: 'Delivery is not available for your current location.' })
  })
})

describe('[G1] the location of a ZIP code', () => {
  test.each([
    ['60612', 200, { zip: '60612', city: 'Chicago', state: 'IL' }],
    ['', 400, 'Field is required'],
    ['6061', 400, 'Please provide valid zip code.'],
    ['00000', 400, 'Please provide valid zip code.'],
    ['６０６１２', 400, 'We can not identify text you have entered. Please enter a valid US zip code.'],
    ['K1A 0B1', 422, 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'],
    ['96801', 422, 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada'],
  ])('"%s" is %i', async (zip, code, result) => {
    expect(await get(`place?zip=${encodeURIComponent(zip)}`)).toEqual({ status: code, code, result })
  })
})
