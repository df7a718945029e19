/** Addresses of the API and of forms. */
import * as v from 'valibot'
import { normalizePhone } from '../../platform/forms/field.ts'
import { truncatedList } from '../../platform/list.ts'
import type { Party } from './address-details.ts'
import { EXTRA_FIELDS, type ExtraKey, extrasOf, storedExtras } from './extra-fields.ts'

/** One of the 65 regions of the U.S. with its id in the API. Codes are not unique: four regions have `AE`. */
export const US_REGION = v.object({ id: v.number(), code: v.string(), name: v.string() })
export type UsRegion = v.InferOutput<typeof US_REGION>

/** Returns the codes of the states that the shop delivers to. */
export function allowedStateCodes(regions: readonly (UsRegion & { allowed: boolean })[]): string[] {
  return regions.filter(({ allowed }) => allowed).map(({ code }) => code)
}

/** An address of the API with its keys in camel case; absent values are empty or `null`. */
export interface ApiAddress extends Partial<Record<ExtraKey, string>> {
  countryId: string
  region: string
  regionId: number | null
  regionCode: string
  postcode: string
  city: string
  street: string[]
  firstname: string
  lastname: string
  telephone: string
  email: string
  company: string
  vatId: string
}

// Clients omit keys, send null after a sign-out, and numbers as strings. Text is cut, not refused: the field rules validate
// the length.
const text = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform((value) => String(value).trim().slice(0, 255)),
  ),
  '',
)
const id = v.fallback(
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(Number),
    v.integer(),
    v.minValue(1),
    v.maxValue(1_000_000),
  ),
  0,
)
const region = v.fallback(
  v.union([
    v.pipe(
      v.object({ region: text, region_id: id, region_code: text }),
      v.transform((r) => ({ region: r.region, regionId: r.region_id, regionCode: r.region_code })),
    ),
    v.pipe(
      text,
      v.transform((name) => ({ region: name, regionId: 0, regionCode: '' })),
    ),
  ]),
  { region: '', regionId: 0, regionCode: '' },
)
const street = v.fallback(
  v.pipe(
    v.union([
      truncatedList(v.nullish(text, ''), 4),
      v.pipe(
        v.string(),
        v.transform((line) => [line]),
      ),
    ]),
    v.transform((lines) => lines.map((line) => line.trim().slice(0, 255))),
  ),
  [],
)
const API_ADDRESS = v.object({
  country_id: text,
  countryId: text,
  region,
  region_id: id,
  regionId: id,
  region_code: text,
  regionCode: text,
  postcode: text,
  city: text,
  street,
  firstname: text,
  lastname: text,
  telephone: text,
  email: text,
})
const EXTRAS = v.object(Object.fromEntries(EXTRA_FIELDS.map(({ apiKey }) => [apiKey, text])))

/** Parses an address in snake or camel case; `null` unless it is an object. */
export function parseApiAddress(value: unknown): ApiAddress | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const input: Record<string, unknown> = { ...value }
  // Absent keys fall back to a default like invalid ones.
  const pick = (keys: object) => Object.fromEntries(Object.keys(keys).map((key) => [key, input[key] ?? null]))
  const a = v.parse(API_ADDRESS, pick(API_ADDRESS.entries))
  const extras = v.parse(EXTRAS, pick(EXTRAS.entries))
  return {
    countryId: (a.country_id || a.countryId).toUpperCase(),
    region: a.region.region,
    regionId: a.region_id || a.regionId || a.region.regionId || null,
    regionCode: (a.region_code || a.regionCode || a.region.regionCode).toUpperCase(),
    postcode: a.postcode,
    city: a.city,
    street: a.street,
    firstname: a.firstname,
    lastname: a.lastname,
    telephone: a.telephone,
    email: a.email,
    ...storedExtras(({ apiKey }) => extras[apiKey]),
  }
}

/** Finds the region of an address by id, else by name, else by a unique code; `null` when unknown. */
export function findRegion<R extends UsRegion>(
  regions: readonly R[],
  wanted: { regionId: number | null; region: string; regionCode: string },
): R | null {
  const name = wanted.region.trim().toLowerCase()
  const code = (wanted.regionCode || (name.length === 2 ? name : '')).toUpperCase()
  if (wanted.regionId !== null) return regions.find((known) => known.id === wanted.regionId) ?? null
  return (
    regions.find((known) => name !== '' && known.name.toLowerCase() === name) ??
    regions.find((known) => code !== '' && known.code === code) ??
    null
  )
}

/** Returns whether an address names a region, known or not. */
export function hasRegion(address: Pick<ApiAddress, 'region' | 'regionId' | 'regionCode'>): boolean {
  return address.regionId !== null || address.region !== '' || address.regionCode !== ''
}

/** Returns the destination of the parcel. A dash as ZIP code, which clients of the API send, is no ZIP code. */
export function toShipTo(
  address: Pick<ApiAddress, 'countryId' | 'postcode'>,
  known: UsRegion | null,
): ShipTo {
  const postcode = address.postcode === '-' ? '' : address.postcode
  return {
    countryId: address.countryId || 'US',
    regionId: known?.id ?? null,
    regionCode: known?.code ?? null,
    postcode: postcode || null,
  }
}

/** Converts the API's address to the form's fields. */
export function fromApiAddress(address: ApiAddress, known: UsRegion | null): Party {
  return {
    ...extrasOf(address),
    firstName: address.firstname,
    lastName: address.lastname,
    country: address.countryId || 'US',
    streetAddress: address.street[0] ?? '',
    apartmentNumber: address.street.slice(1).filter(Boolean).join(', '),
    city: address.city,
    state: known?.name ?? address.region,
    regionId: known?.id ?? address.regionId,
    zipCode: address.postcode === '-' ? '' : address.postcode,
    phoneNumber: normalizePhone(address.telephone),
  }
}

/** Converts the form's fields to the API's address, whose street is a list of street and optional apartment. */
export function toApiAddress(details: Party, known: UsRegion | null, email = ''): ApiAddress {
  return {
    countryId: details.country,
    region: details.state,
    regionId: known?.id ?? details.regionId,
    regionCode: known?.code ?? '',
    postcode: details.zipCode,
    city: details.city,
    street: [details.streetAddress, details.apartmentNumber].filter((line) => line !== ''),
    firstname: details.firstName,
    lastname: details.lastName,
    telephone: details.phoneNumber,
    email,
    ...storedExtras(({ name }) => details[name]),
  }
}

/** The known parts of the destination; tax and fees depend on it. */
export interface ShipTo {
  countryId: string
  regionId: number | null
  regionCode: string | null
  postcode: string | null
}
