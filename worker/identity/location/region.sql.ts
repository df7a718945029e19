/** Regions of the U.S. and whether the shop delivers there. */
import { region } from '../../../schema/identity/location/region.table.ts'
import { allowedStates, shopConfig } from '../../platform/config.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface Region {
  /** The id in the API: Illinois is 23. */
  id: number
  code: string
  name: string
  /** True when the setting `general/region/allowed_state` lists the region. */
  allowed: boolean
}

/** Returns all regions, sorted by name. */
export async function allRegions(db: D1Database): Promise<Region[]> {
  const [rows, settings] = await Promise.all([
    connect(db).select().from(region).orderBy(region.name),
    shopConfig(db),
  ])
  const allowed = allowedStates(settings)
  return rows.map(({ regionId, code, name }) => ({ id: regionId, code, name, allowed: allowed.has(code) }))
}
