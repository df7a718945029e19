/** POST /staff/bulk/form: previews a change of many units; starts, stops, continues and undoes one (H14). */
import type { Context } from 'hono'
import { maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import {
  BULK_FORM,
  BULK_MESSAGES,
  type BulkForm,
  type EditForm,
  parseAct,
} from '../../../schema/staff/bulk/bulk-form.ts'
import { BULK_PATHS, jobHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { parseScan } from '../../../schema/staff/print/unit-link.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import type { FormAnswer } from '../../platform/forms/form-route.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { bulkEditPage, readChosen } from './bulk-edit.page.tsx'
import { deletePreview, findJob, type Job, setJobState } from './bulk-job.sql.ts'
import { hasBin } from './bulk-units.sql.ts'
import { REQUEST_MS, runBulkJob } from './run-bulk.ts'
import { addUndo, previewBulk } from './start-bulk.ts'

export const bulkForm = staffFormRoute({
  path: BULK_PATHS.form,
  permission: 'bulk',
  schema: BULK_FORM,
  run: (c, form, staff) => ('job' in form ? runAction(c, form, staff) : preview(c, form, staff)),
})

type Refusal = { field: string; message: string }

async function preview(c: Context<AppEnv>, form: EditForm, staff: StaffSession): Promise<FormAnswer> {
  const made = await makePreview(c.env.DB, withScan(form), staff)
  if ('id' in made) return staffAnswer(true, '', jobHref(made.id))
  const { action, units, filter, key: _, ...fields } = form
  const refused = { action, ...made, fields: fields as Record<string, string | undefined> }
  return { status: 422, result: made.message, to: () => bulkEditPage(c, { units, filter }, refused) }
}

/** A scanner types the link of the bin's label. */
function withScan(form: EditForm): EditForm {
  if (form.action !== 'bin') return form
  const scan = parseScan(form.bin)
  return scan?.kind === 'bin' ? { ...form, bin: scan.bin } : form
}

async function makePreview(
  db: D1Database,
  form: EditForm,
  staff: StaffSession,
): Promise<{ id: number } | Refusal> {
  const parsed = parseAct(form)
  if (!parsed.ok) return parsed
  const { act, why } = parsed
  if (act.kind === 'bin' && !(await hasBin(db, act.bin))) return { field: 'bin', message: BULK_MESSAGES.bin }
  const now = Date.now()
  const { chosen } = await readChosen(db, form, now)
  const request = { units: chosen, filter: form.units ? '' : form.filter, act, why, key: form.key }
  const result = await previewBulk(db, staff, toActor(staff, 'page'), request, now)
  if (result.ok) return { id: result.id }
  if (result.problem !== 'limit') return { field: '', message: BULK_MESSAGES[result.problem] }
  const { units, max } = result
  const message = `These are ${formatQuantity(units, 'unit')}; your role changes up to ${formatCount(max)} at once. Narrow the filters, or ask the owner.`
  return { field: '', message }
}

type JobForm = Extract<BulkForm, { job: string | number }>

async function runAction(
  c: Context<AppEnv>,
  form: JobForm,
  staff: StaffSession,
): Promise<FormAnswer | Response> {
  const { DB } = c.env
  const job = await findJob(DB, { id: form.job })
  if (!job) return c.notFound()
  const now = Date.now()
  const actor = toActor(staff, 'page')
  const max = maxBulkUnits(staff.role)
  if (max !== null && job.units > max) return refuse(job, 'not-yours')
  const runner = { staffId: staff.staffId, session: actor.session }
  switch (form.action) {
    case 'start':
      if (job.staffId !== staff.staffId) return refuse(job, 'not-yours')
      return start(
        c,
        job,
        await setJobState(DB, { id: job.id, from: ['preview'], to: 'running', now }, runner),
      )
    case 'continue':
      return start(
        c,
        job,
        await setJobState(DB, { id: job.id, from: ['stopped'], to: 'running', now }, runner),
      )
    case 'stop':
      return (await setJobState(DB, { id: job.id, from: ['running'], to: 'stopped', now }))
        ? staffAnswer(true, 'Stopped.', jobHref(job.id))
        : refuse(job, 'state')
    case 'discard':
      if (job.staffId !== staff.staffId) return refuse(job, 'not-yours')
      await deletePreview(DB, job.id)
      return staffAnswer(true, 'Nothing was changed.', BULK_PATHS.jobs)
    case 'undo': {
      if (job.state !== 'done' && job.state !== 'stopped') return refuse(job, 'state')
      const undo = await addUndo(DB, actor, { job, key: form.key }, now)
      return start(c, { id: undo }, true)
    }
  }
}

function refuse({ id }: Job, problem: keyof typeof BULK_MESSAGES): FormAnswer {
  return staffAnswer(false, BULK_MESSAGES[problem], jobHref(id))
}

/** Runs the first parts at once, so that a change of some hundred units is done when its page comes. */
async function start(c: Context<AppEnv>, { id }: Pick<Job, 'id'>, isStarted: boolean): Promise<FormAnswer> {
  if (isStarted) await runBulkJob(c.env, id, REQUEST_MS)
  return staffAnswer(isStarted, isStarted ? '' : BULK_MESSAGES.state, jobHref(id))
}
