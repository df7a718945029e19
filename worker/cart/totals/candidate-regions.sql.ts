/** The regions that an address may mean, so that their rates are read together with the regions themselves. */
import { sql } from 'drizzle-orm'
import { region } from '../../../schema/identity/location/region.table.ts'

/** The region of an address, as its client names it; `findRegion` chooses among the regions that it may mean. */
export interface RegionQuery {
  regionId: number | null
  region: string
  regionCode: string
}

/** The ids of these regions as a subquery; `regionParameters` returns the values of its placeholders. */
export const CANDIDATE_REGIONS = sql`(select ${region.regionId} from ${region}
  where ${region.regionId} = ${sql.placeholder('regionId')} or lower(${region.name}) = ${sql.placeholder('regionName')}
    or ${region.code} = ${sql.placeholder('regionCode')})`

/** Returns the values of the placeholders; every region that `findRegion` can choose is among the candidates. */
export function regionParameters({ regionId, region: text, regionCode }: RegionQuery) {
  const name = text.trim()
  return { regionId, regionName: name.toLowerCase(), regionCode: (regionCode || name).toUpperCase() }
}
