/** The people who work here today, from whom one is chosen for an order or a conversation (H14). */
import { isNull, sql } from 'drizzle-orm'
import type { AssignedRole } from '../../../schema/identity/staff/permissions.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { ASSIGNED_ROLE } from './staff-role.sql.ts'

export interface CurrentPerson {
  id: number
  name: string
  role: AssignedRole
}

/** The query of their names. */
export const CURRENT_STAFF = sql`select id, name from ${staff} where ended_at is null order by name`

export async function readCurrentStaff(db: D1Database): Promise<CurrentPerson[]> {
  return connect(db)
    .select({ id: staff.id, name: staff.name, role: ASSIGNED_ROLE })
    .from(staff)
    .where(isNull(staff.endedAt))
    .orderBy(staff.name)
}
