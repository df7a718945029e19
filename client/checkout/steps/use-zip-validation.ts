/** A zip code against its state, asked of the server while the address is being filled in. */
import { useRef, useState } from 'react'
import type { ZipCheck } from '../../../schema/identity/location/delivery-area.ts'
import { usZipCode as zipRule } from '../../../schema/platform/forms/field.ts'
import { afterPress } from '../../platform/islands/after-press.ts'
import { checkZip } from './checkout-calls.ts'

interface Known {
  key: string
  check: ZipCheck
}

export function useZipValidation(on: {
  /** Receives a ZIP code that lies in its state. */
  valid?: (zip: string, state: string) => void
  /** Receives the location of a ZIP code, by city and state code; answers the state that the form has now. */
  place: (city: string, stateCode: string) => string
}) {
  const known = useRef<Known>({ key: '', check: 'unknown' })
  const [checking, setChecking] = useState(false)

  /** What is known about the pair; asks when it is a new one. A server that does not answer leaves it unknown. */
  async function ask(zip: string, state: string): Promise<ZipCheck> {
    if (zip === '' || zipRule(zip) !== null) return 'unknown'
    const key = `${zip} ${state}`
    if (known.current.key === key && known.current.check !== 'unknown') return known.current.check
    known.current = { key, check: 'unknown' }
    afterPress(() => setChecking(state !== ''))
    const answer = await checkZip(zip, state)
    afterPress(() => setChecking(false))
    // The fields have moved on while this was asked.
    if (known.current.key !== key) return known.current.check
    if (!answer.ok) return 'unknown'
    const { city, state: code, valid } = answer.value
    const now = city && code ? on.place(city, code) : state
    // The place has filled in the state: the pair fits because one came from the other.
    const fits = valid || (state === '' && now !== '')
    if (now === '') return 'unknown'
    known.current = { key: `${zip} ${now}`, check: fits ? 'valid' : 'invalid' }
    if (fits) on.valid?.(zip, now)
    return known.current.check
  }

  return { ask, checking }
}
