/** The delivery area of the shop (E4). */
import { FIELD_MESSAGES } from '../../platform/forms/field.ts'

export const DELIVERY_MESSAGES = {
  notAllowed: 'Delivery is not available for your current location.',
  refused: 'We can not deliver to Hawaii, Alaska, Puerto Rico or Canada',
  abroad: 'We only take addresses in the United States.',
  unknownState: 'We don’t know this state. Please choose one from the list.',
} as const

/** Why a delivery needs a phone number. */
export const DRIVER_MAY_CALL = 'The driver may call before delivery.'

/** The only country of the shop. */
export const COUNTRY = 'US'

/** The parts of a destination that a request has. */
interface Destination {
  countryId?: string | null
  regionId?: number | null
  regionCode?: string | null
  /** Region name. */
  state?: string | null
  postcode?: string | null
}

/** Returns whether the region, ZIP code or state name is in Hawaii, Alaska, Puerto Rico or Canada. */
export function isOutsideDeliveryArea(destination: Destination): boolean {
  const country = upper(destination.countryId)
  const state = upper(destination.state)
  const zip = upper(destination.postcode)
  return (
    REFUSED_COUNTRIES.has(country) ||
    REFUSED_REGION_IDS.has(destination.regionId ?? 0) ||
    REFUSED_CODES.has(upper(destination.regionCode)) ||
    REFUSED_CODES.has(state) ||
    REFUSED_NAMES.has(state) ||
    REFUSED_ZIPS.test(zip) ||
    CANADIAN_POSTCODE.test(zip)
  )
}

/**
 * Returns the message why the shop does not deliver to a destination; `null` when it does. `allowed` are codes or names of
 * states (configuration general/region/allowed_state), compared case-insensitively; without it all other states are allowed.
 */
export function deliveryError(destination: Destination, allowed?: Iterable<string>): string | null {
  if (isOutsideDeliveryArea(destination)) return DELIVERY_MESSAGES.refused
  const country = upper(destination.countryId)
  if (country !== '' && country !== COUNTRY) return DELIVERY_MESSAGES.notAllowed
  const named = [upper(destination.regionCode), upper(destination.state)].filter((name) => name !== '')
  if (allowed === undefined || named.length === 0) return null
  const list = new Set([...allowed].map(upper))
  return named.some((name) => list.has(name)) ? null : DELIVERY_MESSAGES.notAllowed
}

/** The result of checking a ZIP code against its state. `unknown`: not checked, or one of the two is missing. */
export type ZipCheck = 'unknown' | 'checking' | 'valid' | 'invalid'

/** Returns the message of a ZIP check: the check is running, or the ZIP code is not in the state. */
export function zipMessage(check: ZipCheck): string | null {
  if (check === 'checking') return FIELD_MESSAGES.backendValidationBefore
  return check === 'invalid' ? FIELD_MESSAGES.backendValidationAfter : null
}

/** Checks whether a ZIP code is in a state. `stateOfZip` is the code in the ZIP table, `null` for an unknown ZIP code. */
export function zipCheckOf(
  destination: { postcode: string | null; regionCode: string | null },
  stateOfZip: string | null,
): ZipCheck {
  if (!destination.postcode || !destination.regionCode) return 'unknown'
  return stateOfZip !== null && stateOfZip.toUpperCase() === destination.regionCode.toUpperCase()
    ? 'valid'
    : 'invalid'
}

function upper(text: string | null | undefined): string {
  return (text ?? '').trim().toUpperCase()
}

const REFUSED_COUNTRIES = new Set(['CA', 'CAN', 'CANADA', 'PR'])
/** Ids of Alaska, Hawaii and Puerto Rico in the API. */
const REFUSED_REGION_IDS = new Set([2, 21, 52])
// The ten provinces and three territories; no state of the U.S. shares a code with them.
const PROVINCES = {
  AB: 'ALBERTA',
  BC: 'BRITISH COLUMBIA',
  MB: 'MANITOBA',
  NB: 'NEW BRUNSWICK',
  NL: 'NEWFOUNDLAND AND LABRADOR',
  NS: 'NOVA SCOTIA',
  NT: 'NORTHWEST TERRITORIES',
  NU: 'NUNAVUT',
  ON: 'ONTARIO',
  PE: 'PRINCE EDWARD ISLAND',
  QC: 'QUEBEC',
  SK: 'SASKATCHEWAN',
  YT: 'YUKON',
}
const REFUSED_CODES = new Set(['HI', 'AK', 'PR', ...Object.keys(PROVINCES)])
const REFUSED_NAMES = new Set(['HAWAII', 'ALASKA', 'PUERTO RICO', 'CANADA', ...Object.values(PROVINCES)])
/** Hawaii 967 968, Alaska 995 to 999, Puerto Rico 006 007 009. */
const REFUSED_ZIPS = /^(96[78]|99[5-9]|00[679])\d/
const CANADIAN_POSTCODE = /^[ABCEGHJ-NPRSTVXY]\d[A-Z][ -]?\d[A-Z]\d$/
