/** Asks where the network says that this browser is. Plain DOM, fetched once a visit when no place is known. */
import type { GeoReply } from '../../../schema/identity/location/geolocation.api.ts'
import { GEO_MESSAGES, type Place } from '../../../schema/identity/location/geolocation.ts'
import { CALL_MESSAGES, NO_ANSWER, send } from '../../call.ts'
import { keepFoundPlace } from './location.store.ts'
import { PLACE_ASKED } from './zip-key.store.ts'

type Found = { place: Place } | { problem: string; answered: boolean }

/** The place when it may be taken without asking, else why not. */
export async function askNetwork(): Promise<Found> {
  const answer = await send<Partial<GeoReply>>('/api/ext/geolocation')
  if (!answer.ok) return { problem: answer.message, answered: answer.code !== NO_ANSWER }
  const { place, problem } = answer.value
  if (place === undefined) return { problem: CALL_MESSAGES.format, answered: true }
  return place ? { place } : { problem: problem ?? GEO_MESSAGES.notFound, answered: true }
}

/** Keeps the place for the header; a page that was left before the answer asks again on the next one. */
export async function findPlace(): Promise<void> {
  const found = await askNetwork()
  if ('place' in found) return keepFoundPlace(() => localStorage, found.place)
  if (found.answered) sessionStorage.setItem(PLACE_ASKED, '1')
}
