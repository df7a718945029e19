/** Checks a ZIP code against its state in the ZIP table (D10). */
import { type ZipCheck, zipCheckOf } from '../../../schema/identity/location/delivery-area.ts'
import { usZipCode } from '../../../schema/platform/forms/field.ts'
import { runRead } from '../../platform/drizzle.sql.ts'
import { toFiveDigits, type Zip, type Zips, zipsRead } from './zip.sql.ts'

export interface ResolvedZip {
  check: ZipCheck
  /** The row of the ZIP code; `null` for an unknown ZIP code. */
  place: Zip | null
}

type ZipAddress = { postcode: string | null; regionCode: string | null } | null

/**
 * Looks up a ZIP code and compares its state. `check` is `unknown` without a ZIP code or a region, and `invalid` for a text
 * that is not a ZIP code. Reads at most one row.
 */
export async function resolveZip(db: D1Database, address: ZipAddress): Promise<ResolvedZip> {
  const postcode = address?.postcode ?? ''
  const zips = isZipCode(postcode) ? await runRead(db, zipsRead([postcode])) : NO_ZIPS
  return checkZip(address, zips)
}

const NO_ZIPS: Zips = new Map()

/** Compares the state of a ZIP code, by the rows that `zipsRead` has read for it. */
export function checkZip(address: ZipAddress, zips: Zips): ResolvedZip {
  const postcode = address?.postcode ?? ''
  const place = (isZipCode(postcode) ? zips.get(toFiveDigits(postcode)) : null) ?? null
  return { check: address ? zipCheckOf(address, place?.state ?? null) : 'unknown', place }
}

function isZipCode(postcode: string): boolean {
  return postcode !== '' && usZipCode(postcode) === null
}
