/** POST /api/ext/staff/changes makes a change of a record, /api/ext/staff/changes/undo undoes one (H14). */
import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { CHANGE_BODY, needsItsPage, UNDO_BODY } from '../../../schema/staff/changes/change.api.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { withStaff } from '../frame/staff-access.ts'
import { changeAndMatch, rematchUndoneRecalls } from '../safety/match-after-change.ts'
import { answerChange } from './answer-change.ts'
import { findAuditRow } from './audit-log.sql.ts'
import { toActor } from './staff-actor.ts'
import { undoChange } from './undo-change.ts'

const BODY_MAX = 32_768

/** Reads the body of somebody who may see units; each field needs its own permission beside. */
function staffCall<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (c: Context<AppEnv>, staff: StaffSession, body: v.InferOutput<Schema>) => Promise<Response>,
) {
  return withStaff('units.see', async (c, staff) => {
    const json = await jsonBody(c)
    if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
    const parsed = readBody(schema, json)
    return parsed.ok ? run(c, staff, parsed.body) : reply(c, 400, parsed.errors)
  })
}

export const extStaffChangesApi = new Hono<AppEnv>()
  .use('/staff/changes/*', limitBody(BODY_MAX))
  .post(
    '/staff/changes',
    staffCall(CHANGE_BODY, async (c, staff, body) =>
      answerChange(c, await changeAndMatch(c.env.DB, toActor(staff, 'api'), body, Date.now())),
    ),
  )
  .post(
    '/staff/changes/undo',
    staffCall(UNDO_BODY, async (c, staff, { id: auditId, key }) => {
      const row = await findAuditRow(c.env.DB, { id: auditId })
      if (row && needsItsPage(row.record)) return answerChange(c, { ok: false, problem: 'not-undoable' })
      const { result, unchanged } = await undoChange(
        c.env.DB,
        toActor(staff, 'api'),
        { auditId, key },
        Date.now(),
      )
      if (result.ok) await rematchUndoneRecalls(c.env.DB, { undo: auditId }, Date.now())
      return answerChange(c, result, unchanged)
    }),
  )
