/** Asks the shop for a price and for tires that look the same as a draft (H14). */
import type { Grade } from '../../../../schema/staff/intake/findings.ts'
import type { IntakeDraft } from '../../../../schema/staff/intake/intake-draft.ts'
import type { AlikeReply } from '../../../../schema/staff/intake/intake-queries.api.ts'
import type { PriceSuggestion } from '../../../../schema/staff/intake/price/price-suggestion.ts'
import { callApi, NETWORK_ERROR } from '../../../platform/api/call-api.ts'

const INTAKE = '/api/ext/staff/intake'

/** `offline` when the shop can't be reached, `none` when it suggests nothing. */
export type PriceSuggestionState = PriceSuggestion | 'loading' | 'offline' | 'none'

export const NOTHING_ALIKE: AlikeReply = { duplicates: [], mates: [], setSize: 1 }

/** Returns what both questions ask about; `null` while something is missing. */
function toQuery(draft: IntakeDraft): URLSearchParams | null {
  const { marking, brand, model, depths, dot, runFlat } = draft
  if (!marking || !brand || !model || depths.length === 0 || !dot) return null
  return new URLSearchParams({
    ...{ marking, brand, model, dot },
    depths: depths.join(','),
    runFlat: runFlat ? '1' : '0',
  })
}

/** Returns the suggested price of a tire of this grade. */
export async function readSuggestion(draft: IntakeDraft, grade: Grade | null): Promise<PriceSuggestionState> {
  const query = toQuery(draft)
  if (!query || !grade || !draft.season || draft.treadNew == null) return 'none'
  query.set('grade', grade)
  query.set('season', draft.season)
  query.set('treadNew', String(draft.treadNew))
  const answer = await callApi<PriceSuggestion>(`${INTAKE}/suggestion?${query}`)
  if (answer.ok) return answer.value.price === null ? 'none' : answer.value
  return answer.code === NETWORK_ERROR ? 'offline' : 'none'
}

/** Returns tires that may be this one, and tires that make a set with it; nothing without reception. */
export async function readAlike(draft: IntakeDraft): Promise<AlikeReply> {
  const query = toQuery(draft)
  if (!query) return NOTHING_ALIKE
  const hash = draft.photos.find(({ slot }) => slot === 'tread')?.hash
  if (hash) query.set('hash', hash)
  if (draft.anotherThan.length > 0) query.set('except', draft.anotherThan.join(','))
  const answer = await callApi<AlikeReply>(`${INTAKE}/alike?${query}`)
  return answer.ok ? answer.value : NOTHING_ALIKE
}
