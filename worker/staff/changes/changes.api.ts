/** POST /api/ext/staff/changes makes a change of a record, /api/ext/staff/changes/undo undoes one (H14). */
import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { CHANGE_BODY, UNDO_BODY } from '../../../schema/staff/changes/change.api.ts'
import {
  CHANGE_MESSAGES,
  type ChangeResult,
  type FieldConflict,
} from '../../../schema/staff/changes/change.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { withStaff } from '../frame/staff-access.ts'
import { applyChange } from './apply-change.ts'
import { toActor } from './staff-actor.ts'
import { undoChange } from './undo-change.ts'

const BODY_MAX = 32_768
const STATUS: Partial<Record<string, number>> = { gone: 404, permission: 403, conflict: 409, busy: 503 }

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

function answer(c: Context<AppEnv>, result: ChangeResult, unchanged?: FieldConflict[]): Response {
  if (result.ok) {
    const { version, auditId } = result
    return reply(c, 200, { version, auditId, ...(unchanged ? { unchanged } : {}) })
  }
  const { ok: _, problem, ...details } = result
  return reply(c, STATUS[problem] ?? 422, { code: problem, message: CHANGE_MESSAGES[problem], ...details })
}

export const extStaffChangesApi = new Hono<AppEnv>()
  .use('/staff/changes/*', limitBody(BODY_MAX))
  .post(
    '/staff/changes',
    staffCall(CHANGE_BODY, async (c, staff, body) =>
      answer(c, await applyChange(c.env.DB, toActor(staff, 'api'), body, Date.now())),
    ),
  )
  .post(
    '/staff/changes/undo',
    staffCall(UNDO_BODY, async (c, staff, { id: auditId, key }) => {
      const { result, unchanged } = await undoChange(
        c.env.DB,
        toActor(staff, 'api'),
        { auditId, key },
        Date.now(),
      )
      return answer(c, result, unchanged)
    }),
  )
