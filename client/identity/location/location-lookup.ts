/** Looks up the location of this browser by its IP address, once a visit, when no location is stored. Plain DOM. */
import type { GeoReply } from '../../../schema/identity/location/geolocation.api.ts'
import { GEO_MESSAGES, type Location } from '../../../schema/identity/location/geolocation.ts'
import { callApi, NETWORK_ERROR, NETWORK_MESSAGES } from '../../platform/api/call-api.ts'
import { saveDetectedLocation } from './location.store.ts'
import { locationRequested } from './zip-key.store.ts'

type Geolocation = { location: Location } | { problem: string; isReplied: boolean }

/** Returns the location when it can be set without asking the shopper, else the message why not. */
export async function geolocateByIp(): Promise<Geolocation> {
  const reply = await callApi<Partial<GeoReply>>('/api/ext/geolocation')
  if (!reply.ok) return { problem: reply.message, isReplied: reply.code !== NETWORK_ERROR }
  const { place, problem } = reply.value
  if (place === undefined) return { problem: NETWORK_MESSAGES.format, isReplied: true }
  return place ? { location: place } : { problem: problem ?? GEO_MESSAGES.notFound, isReplied: true }
}

/** Saves the location for the header. Without a reply, the next page sends the request again. */
export async function detectLocation(): Promise<void> {
  const result = await geolocateByIp()
  if ('location' in result) return saveDetectedLocation(result.location)
  if (result.isReplied) locationRequested.save('1')
}
