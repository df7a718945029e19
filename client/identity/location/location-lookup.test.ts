import { beforeEach, expect, test, vi } from 'vitest'
import { GEO_MESSAGES } from '../../../schema/identity/location/geolocation.ts'
import { stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { readLocation } from './location.store.ts'
import { detectLocation, geolocateByIp } from './location-lookup.ts'

const PLACE = { zip: '60612', city: 'Chicago', state: 'IL' }
let answer: () => Response | Promise<Response>

beforeEach(() => {
  stubStorage()
  vi.stubGlobal('document', { dispatchEvent: () => true })
  vi.stubGlobal('fetch', async () => answer())
})

const reply = (result: unknown, code = 200) => {
  answer = () => Response.json({ code, result }, { status: code })
}

test('[G1] a location that the shop recognizes is stored for the next page', async () => {
  reply({ place: PLACE, problem: null })
  expect(await geolocateByIp()).toEqual({ location: PLACE })
  await detectLocation()
  expect(readLocation()).toMatchObject(PLACE)
  expect(sessionStorage.length).toBe(0)
})

test.each<[string, () => void, problem: string, isReplied: boolean]>([
  [
    'a region that is not recognized',
    () => reply({ place: null, problem: null }),
    GEO_MESSAGES.notFound,
    true,
  ],
  [
    'a location without delivery',
    () => reply({ place: null, problem: 'Delivery is not available for your current location.' }),
    'Delivery is not available for your current location.',
    true,
  ],
  [
    'no IP address',
    () => reply('No ip was passed from backend, cannot get geolocation', 400),
    'No ip was passed from backend, cannot get geolocation',
    true,
  ],
  ['an invalid reply', () => reply({ city: 'Chicago' }), 'Unhandled error, wrong response format!', true],
  [
    'no connection',
    () => {
      answer = () => Promise.reject(new TypeError('Failed to fetch'))
    },
    'There is no Internet connection',
    false,
  ],
])(
  '[G1] %s is an error, and the request is repeated only without a reply',
  async (_, arrange, problem, isReplied) => {
    arrange()
    expect(await geolocateByIp()).toEqual({ problem, isReplied })
    await detectLocation()
    expect(readLocation()).toBeNull()
    expect(sessionStorage.length).toBe(isReplied ? 1 : 0)
  },
)
