/** A zip code against its state, asked of the zip table (spec §5 "zip", requirement D10). */
import { type ZipCheck, zipCheckOf } from '../../../schema/identity/location/delivery-area.ts'
import { zipCode } from '../../../schema/platform/forms/field.ts'
import { findZip, type Zip } from './zip.sql.ts'

export interface ZipAnswer {
  check: ZipCheck
  /** The place of the zip code, `null` when there is none. */
  place: Zip | null
}

/** `unknown` without a zip code or a region; text that is no zip code at all is `invalid`. Reads at most one row. */
export async function checkZip(
  db: D1Database,
  asked: { postcode: string | null; regionCode: string | null } | null,
): Promise<ZipAnswer> {
  const postcode = asked?.postcode ?? ''
  const place = postcode !== '' && zipCode(postcode) === null ? await findZip(db, postcode) : null
  return { check: asked ? zipCheckOf(asked, place?.state ?? null) : 'unknown', place }
}
