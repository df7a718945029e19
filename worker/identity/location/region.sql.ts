/** Regions of the U.S. and whether the shop delivers there. */

import { region } from '../../../schema/identity/location/region.table.ts'
import { ALLOWED_STATES_PATH } from '../../../schema/platform/config.table.ts'
import { allowedStates, configRead } from '../../platform/config.sql.ts'
import { combineReads, prepareQueries, type Read, runRead } from '../../platform/drizzle.sql.ts'

export interface Region {
  /** The id in the API: Illinois is 23. */
  id: number
  code: string
  name: string
  /** True when the setting `general/region/allowed_state` lists the region. */
  allowed: boolean
}

const queryRegions = prepareQueries((client) => [client.select().from(region).orderBy(region.name)])

/** Reads all regions, sorted by name. */
export function regionsRead(): Read<Region[]> {
  const reads = { rows: queryRegions({}, ([rows]) => rows), settings: configRead([ALLOWED_STATES_PATH]) }
  return combineReads(reads, ({ rows, settings }) => {
    const allowed = allowedStates(settings)
    return rows.map(({ regionId, code, name }) => ({ id: regionId, code, name, allowed: allowed.has(code) }))
  })
}

/** Returns all regions, sorted by name. */
export function allRegions(db: D1Database): Promise<Region[]> {
  return runRead(db, regionsRead())
}
