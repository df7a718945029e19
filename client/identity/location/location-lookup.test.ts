import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { GEO_MESSAGES } from '../../../schema/identity/location/geolocation.ts'
import { readLocation } from './location.store.ts'
import { detectLocation, geolocateByIp } from './location-lookup.ts'

const PLACE = { zip: '60612', city: 'Chicago', state: 'IL' }
let answer: () => Response | Promise<Response>
let session: Map<string, string>
let local: Map<string, string>

function memory(held: Map<string, string>) {
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

beforeEach(() => {
  session = new Map()
  local = new Map()
  vi.stubGlobal('sessionStorage', memory(session))
  vi.stubGlobal('localStorage', memory(local))
  vi.stubGlobal('document', { dispatchEvent: () => true })
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => vi.unstubAllGlobals())

const reply = (result: unknown, code = 200) => {
  answer = () => Response.json({ code, result }, { status: code })
}

test('[G1] a place is taken when the shop recognizes it, and stored for the next page', async () => {
  reply({ place: PLACE, problem: null })
  expect(await geolocateByIp()).toEqual({ place: PLACE })
  await detectLocation()
  expect(readLocation(() => localStorage)).toMatchObject(PLACE)
  expect(session.size).toBe(0)
})

test.each<[string, () => void, words: string, answered: boolean]>([
  [
    'a region that is not recognized',
    () => reply({ place: null, problem: null }),
    GEO_MESSAGES.notFound,
    true,
  ],
  [
    'a place without delivery',
    () => reply({ place: null, problem: 'Delivery is not available for your current location.' }),
    'Delivery is not available for your current location.',
    true,
  ],
  [
    'no address',
    () => reply('No ip was passed from backend, cannot get geolocation', 400),
    'No ip was passed from backend, cannot get geolocation',
    true,
  ],
  ['a reply that is none', () => reply({ city: 'Chicago' }), 'Unhandled error, wrong response format!', true],
  [
    'no connection',
    () => {
      answer = () => Promise.reject(new TypeError('Failed to fetch'))
    },
    'There is no Internet connection',
    false,
  ],
])('[G1] %s is an error, and asked again only where nobody answered', async (_, given, words, answered) => {
  given()
  expect(await geolocateByIp()).toEqual({ problem: words, answered })
  await detectLocation()
  expect(readLocation(() => localStorage)).toBeNull()
  expect(session.size).toBe(answered ? 1 : 0)
})
