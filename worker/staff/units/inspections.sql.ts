/** Who inspected a unit first, and whether the shop wants a second inspection before its sale (H14), as parts of other questions. */
import { type SQL, sql } from 'drizzle-orm'
import type { product } from '../../../schema/catalog/product/product.table.ts'
import { config } from '../../../schema/platform/config.table.ts'
import { INTAKE_PATH } from '../../../schema/staff/settings/setting.ts'
import { unit } from '../../../schema/staff/units/unit.table.ts'

/** SQL: who made the first inspection of the unit `u`: who measured it when it came back, else who took it in. */
export function firstInspectorOf(u: SQL | typeof unit): SQL {
  return sql`coalesce(${u}.first_by, ${u}.taken_by)`
}

/** SQL: who made the first inspection of the product `p`, or of the tires of that set, as a JSON array. */
export function firstInspectorsOf(p: SQL | typeof product): SQL {
  const who = firstInspectorOf(sql`t`)
  return sql`(select json_group_array(distinct ${who}) from ${unit} t where ${who} is not null
    and (t.set_id = ${p}.id or (t.product_id = ${p}.id and not exists (select 1 from ${unit} m where m.set_id = ${p}.id))))`
}

/**
 * SQL: 1 if the shop wants a second inspection of the product `p` before its sale, else 0; a broken setting counts as none. The report
 * of a used tire that was taken in has two inspections; other tires have no report. A set of tires that have both needs no third.
 */
export function isSecondAsked(p: SQL | typeof product): SQL {
  return sql`(exists (select 1 from ${config} where path = ${INTAKE_PATH}
      and iif(json_valid(value), value ->> '$.secondInspection', null) = 'before-sale')
    and ${p}.condition is 'Used' and exists (select 1 from ${unit} t
      where (t.product_id = ${p}.id or t.set_id = ${p}.id) and t.taken_by is not null and t.second_by is null))`
}
