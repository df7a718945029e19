/** The people who work here today, from whom one is chosen for an order or a conversation (H14). */
import { sql } from 'drizzle-orm'
import type { StaffRole } from '../../../schema/identity/staff/permissions.ts'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export interface CurrentPerson {
  id: number
  name: string
  role: StaffRole
}

/** The query of them, by name. */
export const CURRENT_STAFF = sql`select id, name, role from ${staff} where ended_at is null order by name`

export function readCurrentStaff(db: D1Database): Promise<CurrentPerson[]> {
  return connect(db).all<CurrentPerson>(CURRENT_STAFF)
}
