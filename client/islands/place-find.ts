/** Asks where the network says that this browser is. Plain DOM, fetched once a visit when no place is known. */
import type { GeoReply } from '../../schema/api/geolocation.ts'
import { GEO_MESSAGES, type Place } from '../../schema/domain/geolocation.ts'
import { CALL_MESSAGES, send } from '../call.ts'
import { keepFoundPlace } from '../store/place.ts'
import { PLACE_ASKED } from '../store/zip-kept.ts'

/** The place when it may be taken without asking, else why not. */
export async function askNetwork(): Promise<{ place: Place } | { problem: string }> {
  const answer = await send<Partial<GeoReply>>('/api/ext/geolocation')
  if (!answer.ok) return { problem: answer.message }
  const { place, problem } = answer.value
  if (place === undefined) return { problem: CALL_MESSAGES.format }
  return place ? { place } : { problem: problem ?? GEO_MESSAGES.notFound }
}

/** Keeps the place for the header; where there is none the header goes on asking. */
export async function findPlace(): Promise<void> {
  const found = await askNetwork()
  sessionStorage.setItem(PLACE_ASKED, '1')
  if ('place' in found) keepFoundPlace(() => localStorage, found.place)
}
