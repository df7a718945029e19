/** POST /staff/settings/closed-days: adds a period of closed days, or opens the shop on it again (H14l). */
import { CLOSED_DAYS_PATH } from '../../../schema/platform/config.table.ts'
import { CHANGE_MESSAGES } from '../../../schema/staff/changes/change.ts'
import {
  CLOSED_DAYS_FORM,
  CLOSED_DAYS_MESSAGES,
  CLOSED_DAYS_PAGE,
  changeClosedDays,
  readPeriod,
} from '../../../schema/staff/settings/closed-days.ts'
import { applyChange } from '../changes/apply-change.ts'
import { toActor } from '../changes/staff-actor.ts'
import { staffAnswer } from '../frame/staff-answer.ts'
import { staffFormRoute } from '../frame/staff-form-route.ts'
import { closedDaysPage } from './closed-days.page.tsx'
import { readSettings } from './settings.sql.ts'

export const closedDaysForm = staffFormRoute({
  path: CLOSED_DAYS_PAGE,
  permission: 'settings',
  schema: CLOSED_DAYS_FORM,
  run: async (c, { action, version, key, from, to }, staff) => {
    const now = Date.now()
    const period = readPeriod({ from, to }, now)
    if (typeof period === 'string')
      return {
        ...{ status: 422, result: CLOSED_DAYS_MESSAGES[period] },
        to: () => closedDaysPage(c, { from, to }),
      }
    const setting = (await readSettings(c.env.DB)).get(CLOSED_DAYS_PATH)?.value ?? ''
    const value = changeClosedDays(setting, period, { isAdded: action === 'add', now })
    const request = { record: 'setting', id: CLOSED_DAYS_PATH, patch: { value }, version, key } as const
    const result = await applyChange(c.env.DB, toActor(staff, 'page'), request, now)
    const message = result.ok
      ? CLOSED_DAYS_MESSAGES.saved
      : result.problem === 'invalid'
        ? CLOSED_DAYS_MESSAGES.many
        : CHANGE_MESSAGES[result.problem]
    return staffAnswer(result.ok, message, CLOSED_DAYS_PAGE)
  },
})
