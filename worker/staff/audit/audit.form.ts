/** POST /staff/audit/form/: undoes a change, or all changes of a batch (H14). */
import * as v from 'valibot'
import { hasPermission, maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import { staffPaths } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import { ROW_ID } from '../../../schema/platform/forms/number-text.ts'
import { BULK_MESSAGES } from '../../../schema/staff/bulk/bulk-form.ts'
import { jobHref } from '../../../schema/staff/bulk/bulk-paths.ts'
import { CHANGE_KEY } from '../../../schema/staff/changes/change.api.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { findJob } from '../bulk/bulk-job.sql.ts'
import { REQUEST_MS, runBulkJob } from '../bulk/run-bulk.ts'
import { addUndo } from '../bulk/start-bulk.ts'
import { findAuditRow } from '../changes/audit-log.sql.ts'
import { toActor } from '../changes/staff-actor.ts'
import { undoBatch, undoChange } from '../changes/undo-change.ts'
import { refusePermission } from '../frame/refuse-permission.tsx'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { isVerified, stepUpPage } from '../frame/step-up.tsx'
import { rematchUndoneRecalls } from '../safety/match-after-change.ts'

/** A page of the back office, with its filters. */
const RETURN = v.fallback(v.pipe(v.string(), v.regex(/^\/staff\/[\w\-/?=&.%]*$/)), staffPaths.audit)

export const auditForm = staffFormRoute({
  permission: null,
  schema: v.union([
    v.object({ undo: ROW_ID, key: CHANGE_KEY, return: RETURN }),
    v.object({
      batch: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
      key: CHANGE_KEY,
      return: RETURN,
    }),
  ]),
  run: async (c, form, staff, body) => {
    // A role may give access back, so it asks for a passkey as its own page does.
    const row = 'undo' in form ? await findAuditRow(c.env.DB, { id: form.undo }) : null
    if (row?.record === 'role' && !isVerified(staff, Date.now())) return stepUpPage(c, body)
    const actor = toActor(staff, 'page')
    // The undo of an undo changes as many units as the change did.
    const changed =
      'batch' in form ? await findJob(c.env.DB, { key: form.batch.replace(/^(undo )+/, '') }) : null
    if (changed) {
      if (!hasPermission(staff.role, 'bulk')) return refusePermission(c, staff.role, 'bulk')
      const max = maxBulkUnits(staff.role)
      if (max !== null && changed.units > max) return staffAnswer(false, BULK_MESSAGES.limit, form.return)
    }
    // A change of many units is undone as it was made: in parts, with its progress on a page.
    const job = 'batch' in form && changed?.key === form.batch ? changed : null
    if (job) {
      const id = await addUndo(c.env.DB, actor, { job, key: form.key }, Date.now())
      await runBulkJob(c.env, id, REQUEST_MS)
      return staffAnswer(true, '', jobHref(id))
    }
    const { ok, message } = await undo(c.env.DB, actor, form)
    await rematchUndoneRecalls(c.env.DB, form, Date.now())
    return staffAnswer(ok, message, form.return)
  },
})

/** A message is a cookie, so it names this many records. */
const RECORDS_NAMED = 10

type Form = { key: string } & ({ undo: number } | { batch: string })

async function undo(db: D1Database, actor: ReturnType<typeof toActor>, form: Form) {
  const now = Date.now()
  if ('batch' in form) {
    const { undone, unchanged } = await undoBatch(db, actor, form, now)
    const more = unchanged.length - RECORDS_NAMED
    const named = unchanged.slice(0, RECORDS_NAMED).join(', ')
    const rest =
      unchanged.length === 0
        ? ''
        : ` Not undone: ${named}${more > 0 ? ` and ${formatCount(more)} more` : ''}.`
    return { ok: undone > 0, message: `${formatQuantity(undone, 'change')} undone.${rest}` }
  }
  const { result, unchanged } = await undoChange(db, actor, { auditId: form.undo, key: form.key }, now)
  if (!result.ok) return { ok: false, message: CHANGE_MESSAGES[result.problem] }
  return {
    ok: true,
    message: unchanged.length === 0 ? 'Undone.' : 'Undone, but what was changed since stays.',
  }
}
