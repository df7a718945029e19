/** Regions of the U.S. and whether the shop delivers there. */
import { region } from '../../../schema/identity/location/region.table.ts'
import { allowedStates, shopConfig } from '../../platform/config.sql.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface Region {
  /** As clients of the wire know it: Illinois is 23. */
  id: number
  code: string
  name: string
  /** From `general/region/allowed_state`, the one place that says it. */
  allowed: boolean
}

/** All regions by name. */
export async function allRegions(db: D1Database): Promise<Region[]> {
  const [rows, settings] = await Promise.all([
    connect(db).select().from(region).orderBy(region.name),
    shopConfig(db),
  ])
  const allowed = allowedStates(settings)
  return rows.map(({ regionId, code, name }) => ({ id: regionId, code, name, allowed: allowed.has(code) }))
}
