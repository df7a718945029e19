/** Compares a ZIP code with its state: the server is asked while the address is being filled in. */
import { useRef, useState } from 'react'
import type { UsRegion } from '../../../schema/identity/location/address.ts'
import type { ZipCheck } from '../../../schema/identity/location/delivery-area.ts'
import { usZipCode } from '../../../schema/platform/forms/field.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { prefillEmptyFields, readFormFields } from '../../platform/forms/form-fields.ts'
import { afterPress } from '../../platform/islands/after-press.ts'

/** Fields that are validated with one another, because a ZIP code fills in the others. */
export const PLACE_FIELDS = ['zipCode', 'city', 'state']

interface ZipReply {
  valid: boolean
  city: string | null
  /** Code of the state that the ZIP code lies in; `null` when there is no such ZIP code. */
  state: string | null
}

export function useZipValidation(
  regions: readonly UsRegion[],
  /** Receives a ZIP code that lies in its state. */
  onValid?: (zipCode: string, state: string, regionId: number | null) => void,
) {
  const known = useRef<{ key: string; check: ZipCheck }>({ key: '', check: 'unknown' })
  const [checking, setChecking] = useState(false)

  /**
   * Returns what is known about a form's ZIP code and state; asks when they are a new pair, and fills in the city and the
   * state where these are empty. A server that does not answer leaves the pair unknown.
   */
  async function check(
    form: HTMLFormElement,
    { zipCode, state }: { zipCode: string; state: string },
  ): Promise<ZipCheck> {
    if (zipCode === '' || usZipCode(zipCode) !== null) return 'unknown'
    const key = `${zipCode} ${state}`
    if (known.current.key === key && known.current.check !== 'unknown') return known.current.check
    known.current = { key, check: 'unknown' }
    afterPress(() => setChecking(state !== ''))
    const answer = await callApi<ZipReply>('/api/ext/zip-check', { zipCode, state })
    afterPress(() => setChecking(false))
    // The fields have moved on while this was asked.
    if (known.current.key !== key) return known.current.check
    if (!answer.ok) return 'unknown'
    const { city, state: code, valid } = answer.value
    const now = city && code ? fillPlace(form, city, code) : state
    // The place has filled in the state: the pair fits because one came from the other.
    const fits = valid || (state === '' && now !== '')
    if (now === '') return 'unknown'
    known.current = { key: `${zipCode} ${now}`, check: fits ? 'valid' : 'invalid' }
    if (fits) onValid?.(zipCode, now, regions.find(({ name }) => name === now)?.id ?? null)
    return known.current.check
  }

  /** Returns the state that the form has now. */
  function fillPlace(form: HTMLFormElement, city: string, code: string): string {
    prefillEmptyFields(form, { city, state: regions.find((region) => region.code === code)?.name ?? '' })
    return readFormFields(form).state ?? ''
  }

  return { check, checking }
}
