/** Asks where the network says that this browser is. Plain DOM, fetched once a visit when no place is known. */
import type { GeoReply } from '../../../schema/identity/location/geolocation.api.ts'
import { GEO_MESSAGES, type Location } from '../../../schema/identity/location/geolocation.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { saveDetectedLocation } from './location.store.ts'
import { locationRequested } from './zip-key.store.ts'

type Found = { place: Location } | { problem: string; answered: boolean }

/** The place when it may be taken without asking, else why not. */
export async function geolocateByIp(): Promise<Found> {
  const answer = await callApi<Partial<GeoReply>>('/api/ext/geolocation')
  if (!answer.ok) return { problem: answer.message, answered: answer.code !== NETWORK_ERROR }
  const { place, problem } = answer.value
  if (place === undefined) return { problem: NETWORK_MESSAGES.format, answered: true }
  return place ? { place } : { problem: problem ?? GEO_MESSAGES.notFound, answered: true }
}

/** Saves the place for the header; a page that was left before the answer asks again on the next one. */
export async function detectLocation(): Promise<void> {
  const found = await geolocateByIp()
  if ('place' in found) return saveDetectedLocation(found.place)
  if (found.answered) locationRequested.save('1')
}
