/** POST /staff/plans/form: makes, allows, stops and undoes price plans (H14). */
import type { Context } from 'hono'
import { hasPermission } from '../../../schema/identity/staff/permissions.ts'
import { PLAN_FORM_PATH, planHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import {
  type NewPlanForm,
  PLAN_FORM,
  PLAN_MESSAGES,
  type PlanForm,
  parsePlan,
} from '../../../schema/staff/plans/plan-form.ts'
import { needsOwner } from '../../../schema/staff/plans/price-plan.ts'
import { parseUnitFilter, unitFilterQuery } from '../../../schema/staff/unit-list/unit-filter.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { findJob, listPlanJobs } from '../bulk/bulk-job.sql.ts'
import { REQUEST_MS, runBulkJob } from '../bulk/run-bulk.ts'
import { addUndo } from '../bulk/start-bulk.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { plansPage } from './plans.page.tsx'
import { addPlan, countStock, findPlan, setPlanState } from './price-plan.sql.ts'
import { readPlannedChanges } from './run-plans.ts'

export const plansForm = staffFormRoute({
  path: PLAN_FORM_PATH,
  permission: 'plans',
  schema: PLAN_FORM,
  run: (c, form, staff) => (form.action === 'create' ? create(c, form, staff) : change(c, form, staff)),
})

async function create(c: Context<AppEnv>, form: NewPlanForm, staff: StaffSession): Promise<FormAnswer> {
  const { DB } = c.env
  const filter = unitFilterQuery(parseUnitFilter(new URLSearchParams(form.filter)))
  const parsed = parsePlan(form)
  if (!parsed.ok) {
    const { field, message } = parsed
    const fields = form as unknown as Record<string, string>
    return { status: 422, result: message, to: () => plansPage(c, filter, { field, message, fields }) }
  }
  const now = Date.now()
  const plan = { ...parsed.plan, filter }
  const [changes, stock] = await Promise.all([readPlannedChanges(DB, plan, now), countStock(DB)])
  const isLarge = needsOwner(plan, { units: changes.length, stock })
  const mayAllow = hasPermission(staff.role, 'plans.large')
  const state = isLarge && !mayAllow ? 'waiting' : 'active'
  const approvedBy = mayAllow ? staff.staffId : null
  const row = { ...plan, key: form.key, state, approvedBy, createdBy: staff.staffId, createdAt: now } as const
  const id = await addPlan(DB, row)
  return staffAnswer(true, state === 'active' ? PLAN_MESSAGES.created : PLAN_MESSAGES.waiting, planHref(id))
}

type ChangeForm = Exclude<PlanForm, NewPlanForm>

async function change(
  c: Context<AppEnv>,
  form: ChangeForm,
  staff: StaffSession,
): Promise<FormAnswer | Response> {
  const { DB } = c.env
  const plan = await findPlan(DB, form.plan)
  if (!plan) return c.notFound()
  const { id } = plan
  const mayAllow = hasPermission(staff.role, 'plans.large')
  const to = planHref(id)
  const said = (isDone: boolean, message: string) =>
    staffAnswer(isDone, isDone ? message : PLAN_MESSAGES.state, to)
  switch (form.action) {
    case 'approve':
      if (!mayAllow) return staffAnswer(false, PLAN_MESSAGES.owner, to)
      return said(
        await setPlanState(DB, { id, to: 'active', approvedBy: staff.staffId }),
        PLAN_MESSAGES.approved,
      )
    case 'stop':
      return said(await setPlanState(DB, { id, to: 'stopped' }), PLAN_MESSAGES.stopped)
    case 'start':
      return said(await setPlanState(DB, { id, to: 'active' }), PLAN_MESSAGES.started)
    case 'undo':
      await setPlanState(DB, { id, to: 'stopped' })
      await undoJobs(c, { plan: id, key: form.key }, staff)
      return staffAnswer(true, PLAN_MESSAGES.undone, to)
  }
}

/** Undoes what a plan did, the newest first. */
async function undoJobs(
  c: Context<AppEnv>,
  { plan, key }: { plan: number; key: string },
  staff: StaffSession,
) {
  const { DB } = c.env
  for (const { id, changed, undoneBy } of await listPlanJobs(DB, plan)) {
    const job = changed > 0 && undoneBy === null ? await findJob(DB, { id }) : null
    if (!job) continue
    const undo = await addUndo(DB, toActor(staff, 'page'), { job, key: `${key}-${id}` }, Date.now())
    await runBulkJob(c.env, undo, REQUEST_MS)
  }
}
