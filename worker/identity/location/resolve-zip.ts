/** A ZIP code against its state, looked up in the ZIP table (D10). */
import { type ZipCheck, zipCheckOf } from '../../../schema/identity/location/delivery-area.ts'
import { usZipCode } from '../../../schema/platform/forms/field.ts'
import { findZip, type Zip } from './zip.sql.ts'

export interface ResolvedZip {
  check: ZipCheck
  /** The location of the ZIP code; `null` when there is no such code. */
  place: Zip | null
}

/**
 * Looks up a ZIP code and compares its state. `check` is `unknown` without a ZIP code or a region, and `invalid` for a
 * text that is no ZIP code. Reads at most one row.
 */
export async function resolveZip(
  db: D1Database,
  asked: { postcode: string | null; regionCode: string | null } | null,
): Promise<ResolvedZip> {
  const postcode = asked?.postcode ?? ''
  const place = postcode !== '' && usZipCode(postcode) === null ? await findZip(db, postcode) : null
  return { check: asked ? zipCheckOf(asked, place?.state ?? null) : 'unknown', place }
}
