/** POST /staff/intake/queue/: a second person has inspected a unit, so it goes on sale (H14). */
import * as v from 'valibot'
import { staffPaths } from '../../../schema/paths.ts'
import { CHANGE_KEY, FORM_VERSION } from '../../../schema/staff/changes/change.api.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'

const FORM = v.object({
  sku: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  version: FORM_VERSION,
  key: CHANGE_KEY,
})

export const intakeQueueForm = staffFormRoute({
  permission: 'inspect',
  schema: FORM,
  run: async (c, { sku, version, key }, staff) => {
    const patch = { second: true, state: 'live' }
    const request = { record: 'unit', id: sku, patch, version, key } as const
    const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, Date.now())
    const message = result.ok ? `${sku} is on sale.` : CHANGE_MESSAGES[result.problem]
    return staffAnswer(result.ok, message, staffPaths.intakeQueue)
  },
})
