/** POST /api/ext/staff/units/grid: saves the cells of a grid of units (H14). */
import { Hono } from 'hono'
import { maxBulkUnits } from '../../../schema/identity/staff/permissions.ts'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { GRID_BODY } from '../../../schema/staff/bulk/grid.api.ts'
import type { AppEnv } from '../../env.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { toActor } from '../changes/staff-actor.ts'
import { withStaff } from '../frame/staff-access.ts'
import { saveGrid } from './save-grid.ts'

/** 500 rows with all their fields need less than half of it. */
const BODY_MAX = 524_288

export const extStaffGridApi = new Hono<AppEnv>().use('/staff/units/grid', limitBody(BODY_MAX)).post(
  '/staff/units/grid',
  withStaff('bulk', async (c, staff) => {
    const json = await jsonBody(c)
    if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
    const parsed = readBody(GRID_BODY, json)
    if (!parsed.ok) return reply(c, 400, parsed.errors)
    const max = maxBulkUnits(staff.role)
    if (max !== null && parsed.body.rows.length > max) return reply(c, 403, 'These are too many units.')
    return reply(c, 200, await saveGrid(c.env.DB, toActor(staff, 'page'), parsed.body, Date.now()))
  }),
)
