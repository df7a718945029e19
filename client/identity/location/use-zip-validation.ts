/** Compares a ZIP code with its state through the server while the shopper fills in the address. */
import { useRef, useState } from 'react'
import type { InferOutput } from 'valibot'
import type { UsRegion } from '../../../schema/identity/location/address.ts'
import type { ZipCheck } from '../../../schema/identity/location/delivery-area.ts'
import type { ZIP_CHECKED } from '../../../schema/identity/location/geolocation.api.ts'
import { usZipCode } from '../../../schema/platform/forms/field.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { isPrefilled, prefillUntypedFields, readFormFields } from '../../platform/forms/form-fields.ts'
import { afterPress } from '../../platform/islands/after-press.ts'

/** Fields that are validated together, because the ZIP code fills in the others. */
export const LOCATION_FIELDS = ['zipCode', 'city', 'state']

/** `state` is the code of the ZIP code's state; `null` for an unknown ZIP code. */
type ZipReply = InferOutput<typeof ZIP_CHECKED>

export function useZipValidation(
  regions: readonly UsRegion[],
  /** Receives a ZIP code that is in its state. */
  onValid?: (zipCode: string, state: string, regionId: number | null) => void,
) {
  const known = useRef<{ key: string; check: ZipCheck }>({ key: '', check: 'unknown' })
  const [checking, setChecking] = useState(false)

  /**
   * Returns whether the ZIP code of a form is in its state. Requests the check for a new pair, and fills in the city and state that
   * the shopper did not type. The result is `unknown` when the server does not answer.
   */
  async function check(
    form: HTMLFormElement,
    { zipCode, state: formState }: { zipCode: string; state: string },
  ): Promise<ZipCheck> {
    if (zipCode === '' || usZipCode(zipCode) !== null) return 'unknown'
    if (known.current.key === `${zipCode} ${formState}` && known.current.check !== 'unknown')
      return known.current.check
    // The state of an earlier ZIP code follows the new one.
    const state = isPrefilled(form, 'state') && !isPrefilled(form, 'zipCode') ? '' : formState
    const key = `${zipCode} ${state}`
    known.current = { key, check: 'unknown' }
    afterPress(() => setChecking(state !== ''))
    const reply = await callApi<ZipReply>('/api/ext/zip-check', { zipCode, state })
    afterPress(() => setChecking(false))
    // A later check of other values has started meanwhile.
    if (known.current.key !== key) return known.current.check
    if (!reply.ok) return 'unknown'
    const { city, state: code, valid } = reply.value
    const filledState = city && code ? fillCityAndState(form, city, code) : state
    if (filledState === '') return 'unknown'
    // A state that was filled in from the ZIP code matches it.
    const isValid = valid || state === ''
    known.current = { key: `${zipCode} ${filledState}`, check: isValid ? 'valid' : 'invalid' }
    if (isValid) onValid?.(zipCode, filledState, regions.find(({ name }) => name === filledState)?.id ?? null)
    return known.current.check
  }

  /** Fills in city and state, unless the shopper typed them, and returns the state that the form has now. */
  function fillCityAndState(form: HTMLFormElement, city: string, code: string): string {
    prefillUntypedFields(form, { city, state: regions.find((region) => region.code === code)?.name ?? '' })
    return readFormFields(form).state ?? ''
  }

  return { check, checking }
}
