/** Whether the shop wants a second inspection of a unit before it is sold (H14), as part of other questions. */
import { type SQL, sql } from 'drizzle-orm'
import type { product } from '../../../schema/catalog/product/product.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { INTAKE_PATH } from '../../../schema/staff/settings/setting.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'

/** SQL: the units that were taken in as the product `p`: itself, and the tires of a set. */
const takenIn = (p: SQL | typeof product) =>
  sql`${unit} t where (t.product_id = ${p}.id or t.set_id = ${p}.id) and t.taken_by is not null`

/** SQL: who made the first inspection of the product `p`, or of the tires of that set, as a JSON array. */
export function firstInspectorsOf(p: SQL | typeof product): SQL {
  return sql`(select json_group_array(distinct coalesce(t.first_by, t.taken_by)) from ${takenIn(p)})`
}

/**
 * SQL: 1 if the shop wants it of the product `p`, else 0; a broken setting counts as none. The report of a used tire that was taken in
 * has two inspections; other tires have no report. A set of tires that have both needs no third.
 */
export function isSecondAsked(p: SQL | typeof product): SQL {
  return sql`(exists (select 1 from ${config} where path = ${INTAKE_PATH}
      and iif(json_valid(value), value ->> '$.secondInspection', null) = 'before-sale')
    and ${p}.condition is 'Used' and exists (select 1 from ${takenIn(p)} and t.second_by is null))`
}
