/** Price plans in D1 (H14). */
import { and, desc, eq, sql } from 'drizzle-orm'
import { staff } from '../../../schema/identity/staff/staff.table.ts'
import { pricePlan } from '../../../schema/staff/plans/price-plan.table.ts'
import type { PlanState } from '../../../schema/staff/plans/price-plan.ts'
import { connect } from '../../platform/drizzle.sql.ts'

export type PlanRow = typeof pricePlan.$inferSelect
export type ListedPlan = PlanRow & { by: string | null }

/** Adds a plan and returns its id; a repeated key is the same plan. */
export async function addPlan(db: D1Database, plan: typeof pricePlan.$inferInsert): Promise<number> {
  await connect(db).insert(pricePlan).values(plan).onConflictDoNothing()
  const row = await connect(db)
    .select({ id: pricePlan.id })
    .from(pricePlan)
    .where(eq(pricePlan.key, plan.key))
    .get()
  return row?.id ?? 0
}

/** Returns the plans, the newest first. */
export async function listPlans(db: D1Database): Promise<ListedPlan[]> {
  const rows = await connect(db)
    .select({ plan: pricePlan, by: staff.name })
    .from(pricePlan)
    .leftJoin(staff, eq(staff.id, pricePlan.createdBy))
    .orderBy(desc(pricePlan.id))
    .limit(100)
  return rows.map(({ plan, by }) => ({ ...plan, by }))
}

/** Returns a plan; `null` when there is none. */
export async function findPlan(db: D1Database, id: number): Promise<PlanRow | null> {
  return (await connect(db).select().from(pricePlan).where(eq(pricePlan.id, id)).get()) ?? null
}

/** Returns the active plans, the oldest first. */
export function readActivePlans(db: D1Database): Promise<PlanRow[]> {
  return connect(db).select().from(pricePlan).where(eq(pricePlan.state, 'active')).orderBy(pricePlan.id)
}

/** Changes the state of a plan; returns whether it was in another one. */
export async function setPlanState(
  db: D1Database,
  { id, to, approvedBy }: { id: number; to: PlanState; approvedBy?: number },
): Promise<boolean> {
  const rows = await connect(db)
    .update(pricePlan)
    .set({ state: to, ...(approvedBy === undefined ? {} : { approvedBy }) })
    .where(and(eq(pricePlan.id, id), sql`${pricePlan.state} <> ${to}`))
    .returning({ id: pricePlan.id })
  return rows.length > 0
}

/** Returns how many units are in stock. */
export async function countStock(db: D1Database): Promise<number> {
  const [row] = await connect(db).all<{ n: number }>(sql`select count(*) as n from unit where state = 'live'`)
  return row?.n ?? 0
}
