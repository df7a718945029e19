/** The shopper's location, detected by IP address or chosen by ZIP code (G1). */
import * as v from 'valibot'
import { COUNTRY } from './delivery-area.ts'

/** The record that clients of the API read. Unknown texts are empty; an unknown region is `DEFAULT_REGION`. */
export const GEO_RECORD = v.object({
  ip_address: v.string(),
  country_name: v.string(),
  city_name: v.string(),
  region_name: v.string(),
  country_code: v.string(),
  zip_code: v.string(),
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
})
type GeoRecord = v.InferOutput<typeof GEO_RECORD>

/** A ZIP code with its city and state. */
export interface Location {
  /** Five digits. */
  zip: string
  city: string
  /** State code, `IL`. */
  state: string
}

/** The region of records without one; pages never show it, because such a record is not valid. */
export const DEFAULT_REGION = 'Alabama'

/** Pause in typing (ms), digits of a ZIP code, and the largest number of suggestions. */
export const SUGGEST_PAUSE_MS = 300
export const ZIP_DIGITS = 5
export const MAX_SUGGESTED_ZIPS = 6

export const GEO_MESSAGES = {
  noIp: 'No ip was passed from backend, cannot get geolocation',
  notFound: 'We couldn’t find your location. Please enter your ZIP code.',
  noSuggestion: 'No ZIP code starts like that.',
  failed: 'We can’t look up ZIP codes right now. Please try again.',
} as const

/** The platform's data about a request's network. */
export interface IpLocation {
  country?: unknown
  region?: unknown
  city?: unknown
  postalCode?: unknown
  latitude?: unknown
  longitude?: unknown
}

/** Builds the record of a request. `countryName` is the English name of the country. */
export function geoRecord(ip: string, location: IpLocation, countryName: string): GeoRecord {
  return {
    ip_address: ip,
    country_name: countryName,
    city_name: text(location.city),
    region_name: text(location.region) || DEFAULT_REGION,
    country_code: text(location.country),
    zip_code: text(location.postalCode),
    latitude: degrees(location.latitude),
    longitude: degrees(location.longitude),
  }
}

/** Returns whether the record has a location in the shop's country. A region alone is not enough: it may be the default. */
export function isValidGeo(record: GeoRecord): boolean {
  return record.country_code === COUNTRY && record.city_name !== '' && /^\d{5}$/.test(record.zip_code)
}

/**
 * Returns the location of a record when it can be set without asking the shopper: it is valid and its region is one of
 * `regions` (names or codes). `null` otherwise.
 */
export function acceptLocation(
  record: GeoRecord,
  regions: readonly { code: string; name: string }[],
): Location | null {
  const name = record.region_name.trim().toLowerCase()
  const region = regions.find(
    (known) => known.name.toLowerCase() === name || known.code.toLowerCase() === name,
  )
  if (!region || !isValidGeo(record)) return null
  return { zip: record.zip_code, city: record.city_name, state: region.code }
}

/** The state of the location dialog. */
export interface LocationState {
  shown: boolean
  /** True while a lookup by IP address or ZIP code is pending. */
  loading: boolean
  selected: Location | null
  /** The message of a failed lookup. */
  error: string | null
  suggest: { value: string; items: readonly Location[]; error: string | null }
}

const NO_SUGGEST: LocationState['suggest'] = { value: '', items: [], error: null }

export function initialLocationState(selected: Location | null): LocationState {
  return { shown: false, loading: false, selected, error: null, suggest: NO_SUGGEST }
}

/** Opens or closes the dialog and clears its suggestions. */
export function togglePopup(state: LocationState): LocationState {
  return { ...state, shown: !state.shown, error: null, suggest: NO_SUGGEST }
}

/** Sets the typed text and clears the suggestions of the previous text. */
export function withTypedZip(state: LocationState, value: string): LocationState {
  return { ...state, error: null, suggest: { ...NO_SUGGEST, value } }
}

/** Returns the ZIP prefix to request suggestions for; `null` when the text is no prefix of a ZIP code. */
export function suggestPrefix(value: string): string | null {
  const prefix = value.trim()
  return /^\d+$/.test(prefix) && prefix.length <= ZIP_DIGITS ? prefix : null
}

/** Sets the suggestions for a prefix, or the message of a failed search; ignores the reply to an earlier text. */
export function withSuggestions(
  state: LocationState,
  prefix: string,
  reply: readonly Location[] | string,
): LocationState {
  if (suggestPrefix(state.suggest.value) !== prefix) return state
  const { value } = state.suggest
  if (typeof reply === 'string') return { ...state, suggest: { value, items: [], error: reply } }
  const error = reply.length === 0 ? GEO_MESSAGES.noSuggestion : null
  return { ...state, suggest: { value, items: reply.slice(0, MAX_SUGGESTED_ZIPS), error } }
}

/** Marks a lookup as pending. */
export function detecting(state: LocationState): LocationState {
  return { ...state, loading: true, error: null }
}

/** Sets the error of a lookup and leaves the selection unchanged. */
export function withError(state: LocationState, error: string): LocationState {
  return { ...state, loading: false, error }
}

/** Selects a location and clears the suggestions. */
export function withSelection(state: LocationState, location: Location): LocationState {
  return { ...state, loading: false, error: null, selected: location, suggest: NO_SUGGEST }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function degrees(value: unknown): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
