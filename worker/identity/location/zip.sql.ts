/** ZIP codes. */
import { and, gte, lt } from 'drizzle-orm'
import { zipCode } from '../../../schema/identity/location/zip.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface Zip {
  /** Five digits. */
  zip: string
  city: string
  /** State code, `IL`. */
  state: string
  county: string | null
}

const COLUMNS = { zip: zipCode.zip, city: zipCode.city, state: zipCode.state, county: zipCode.county }

/** Returns the row of a ZIP code, `60612` or `60612-1234`; `null` for an unknown ZIP code. */
export async function findZip(db: D1Database, zip: string): Promise<Zip | null> {
  const five = zip.trim().slice(0, 5)
  const rows = await zipsByPrefix(db, five, 1)
  return five.length === 5 ? (rows[0] ?? null) : null
}

/** Returns up to `limit` ZIP codes that begin with the digits of `prefix`, ascending. */
export async function zipsByPrefix(db: D1Database, prefix: string, limit: number): Promise<Zip[]> {
  const digits = prefix.trim()
  if (!/^\d{1,5}$/.test(digits)) return []
  return connect(db)
    .select(COLUMNS)
    .from(zipCode)
    .where(and(gte(zipCode.zip, digits), lt(zipCode.zip, `${digits}:`)))
    .orderBy(zipCode.zip)
    .limit(limit)
}
