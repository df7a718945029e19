/** ZIP codes. */
import { inArray } from 'drizzle-orm'
import { zipCode } from '../../../schema/identity/location/zip.table.ts'
import { listPlaceholder, prepareQueries, type Read } from '../../platform/drizzle.sql.ts'

export interface Zip {
  /** Five digits. */
  zip: string
  city: string
  /** State code, `IL`. */
  state: string
  county: string | null
}

const COLUMNS = { zip: zipCode.zip, city: zipCode.city, state: zipCode.state, county: zipCode.county }

/** Rows of ZIP codes by their five digits; an unknown ZIP code is absent. */
export type Zips = ReadonlyMap<string, Zip>

const queryZips = prepareQueries((client) => [
  client
    .select(COLUMNS)
    .from(zipCode)
    .where(inArray(zipCode.zip, listPlaceholder('zips'))),
])

/** Reads the rows of ZIP codes, `60612` or `60612-1234`. */
export function zipsRead(zips: readonly string[]): Read<Zips> {
  return queryZips(
    { zips: JSON.stringify(zips.map(toFiveDigits)) },
    ([rows]) => new Map(rows.map((row) => [row.zip, row])),
  )
}

/** Returns the digits by which `Zips` has a ZIP code. */
export function toFiveDigits(zip: string): string {
  return zip.trim().slice(0, 5)
}
