/** Whether the shop wants a second inspection of each tire before it is sold (H14), as part of other questions. */
import { sql } from 'drizzle-orm'
import { config } from '../../../schema/platform/config.table.ts'
import { INTAKE_PATH } from '../../../schema/staff/settings/setting.ts'

/** SQL: 1 if it does, else 0; a broken setting counts as none. */
export const IS_SECOND_ASKED = sql`exists (select 1 from ${config} where path = ${INTAKE_PATH}
  and iif(json_valid(value), value ->> '$.secondInspection', null) = 'before-sale')`
