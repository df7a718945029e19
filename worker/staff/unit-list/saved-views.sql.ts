/** Named views of the list of units. */
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { savedView } from '../../../schema/staff/unit-list/saved-view.table.ts'
import { VIEWS_MAX } from '../../../schema/staff/unit-list/saved-view.ts'
import { connect, insertFrom } from '../../platform/drizzle.sql.ts'

export interface SavedView {
  id: number
  name: string
  query: string
  isShared: boolean
  staffId: number
}

/** Returns the views of a person and those that others share. */
export function listViews(db: D1Database, staffId: number): Promise<SavedView[]> {
  const { id, name, query, isShared } = savedView
  return connect(db)
    .select({ id, name, query, isShared, staffId: savedView.staffId })
    .from(savedView)
    .where(or(eq(savedView.staffId, staffId), eq(isShared, true)))
    .orderBy(asc(name))
}

/** Saves a view; one of the same name is replaced. False when the person has the most views of other names. */
export async function saveView(
  db: D1Database,
  { staffId, name, query, isShared, now }: Omit<SavedView, 'id'> & { now: number },
): Promise<boolean> {
  const hasRoom = sql`where (select count(*) from ${savedView} where staff_id = ${staffId} and name <> ${name}) < ${VIEWS_MAX}`
  const { meta } = await connect(db).run(
    sql`${insertFrom(savedView, { staffId, name, query, isShared, createdAt: now }, hasRoom)}
      on conflict (staff_id, name) do update set query = excluded.query, is_shared = excluded.is_shared`,
  )
  return meta.changes > 0
}

/** Deletes a view of its owner; others are left alone. */
export async function deleteView(db: D1Database, id: number, staffId: number): Promise<boolean> {
  const { meta } = await connect(db)
    .delete(savedView)
    .where(and(eq(savedView.id, id), eq(savedView.staffId, staffId)))
  return meta.changes > 0
}
