/** Checks a ZIP code against its state in the ZIP table (D10). */
import { type ZipCheck, zipCheckOf } from '../../../schema/identity/location/delivery-area.ts'
import { usZipCode } from '../../../schema/platform/forms/field.ts'
import { findZip, type Zip } from './zip.sql.ts'

export interface ResolvedZip {
  check: ZipCheck
  /** The row of the ZIP code; `null` for an unknown ZIP code. */
  place: Zip | null
}

/**
 * Looks up a ZIP code and compares its state. `check` is `unknown` without a ZIP code or a region, and `invalid` for a text
 * that is not a ZIP code. Reads at most one row.
 */
export async function resolveZip(
  db: D1Database,
  address: { postcode: string | null; regionCode: string | null } | null,
): Promise<ResolvedZip> {
  const postcode = address?.postcode ?? ''
  const place = postcode !== '' && usZipCode(postcode) === null ? await findZip(db, postcode) : null
  return { check: address ? zipCheckOf(address, place?.state ?? null) : 'unknown', place }
}
