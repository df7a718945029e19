/**
 * PUT /api/ext/staff/intake/{key} saves the draft of a unit, POST …/publish puts it on sale, POST …/scrap scraps it;
 * POST /api/ext/staff/intake/numbers reserves numbers for phones without reception (H14).
 */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { checkDraft } from '../../../schema/staff/intake/check-draft.ts'
import {
  INTAKE_MESSAGES,
  INTAKE_PARAMS,
  MAX_DRAFT_BYTES,
  SAVE_INTAKE_BODY,
} from '../../../schema/staff/intake/intake.api.ts'
import { NUMBER_BLOCK } from '../../../schema/staff/intake/unit-sku.ts'
import type { AppEnv } from '../../env.ts'
import type { StaffSession } from '../../identity/staff/current-staff.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { withStaff } from '../frame/staff-access.ts'
import { findIntake, type Intake, readPublished, renumber, reserveSkus, storeDraft } from './intake.sql.ts'
import { readIntakeFacts, readIntakeSettings } from './intake-facts.sql.ts'
import { publishUnit, scrapUnit } from './publish-unit.ts'

type Refusal = 'published' | 'scrapped' | 'sku-taken'

const refusal = (code: Refusal, sku: string) => ({ code, message: INTAKE_MESSAGES[code], sku })

/** Wraps a handler that gets the stored draft of the address. */
function withStored(run: (c: Context<AppEnv>, staff: StaffSession, stored: Intake) => Promise<Response>) {
  return withStaff('intake', async (c, staff) => {
    const params = v.safeParse(INTAKE_PARAMS, c.req.param())
    const stored = params.success ? await findIntake(c.env.DB, params.output.key) : null
    return stored ? run(c, staff, stored) : reply(c, 404, INTAKE_MESSAGES.unknown)
  })
}

export const extIntakeApi = new Hono<AppEnv>()
  .post(
    '/staff/intake/numbers',
    limitBody(MAX_DRAFT_BYTES),
    withStaff('intake', async (c) => reply(c, 200, { skus: await reserveSkus(c.env.DB, NUMBER_BLOCK) })),
  )
  .put(
    '/staff/intake/:key',
    limitBody(MAX_DRAFT_BYTES),
    withStaff('intake', async (c, staff) => {
      const params = v.safeParse(INTAKE_PARAMS, c.req.param())
      if (!params.success) return reply(c, 404, INTAKE_MESSAGES.key)
      const json = await jsonBody(c)
      if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
      const parsed = readBody(SAVE_INTAKE_BODY, json)
      if (!parsed.ok) return reply(c, 400, parsed.errors)
      const { draft, revision, sku } = parsed.body
      const now = Date.now()
      const { key } = params.output
      const stored = await storeDraft(c.env.DB, { key, staffId: staff.staffId, draft, revision, sku, now })
      if (stored.productId !== null) return reply(c, 409, refusal('published', stored.sku))
      if (stored.scrappedAt !== null) return reply(c, 409, refusal('scrapped', stored.sku))
      const [settings, facts] = await Promise.all([
        readIntakeSettings(c.env.DB),
        readIntakeFacts(c.env.DB, stored.draft),
      ])
      const { role, permissions } = staff
      const context = { now, settings, role, permissions, facts }
      return reply(c, 200, {
        sku: stored.sku,
        revision: stored.revision,
        isRenumbered: sku !== undefined && sku !== stored.sku,
        check: checkDraft(stored.draft, context),
      })
    }),
  )
  .post(
    '/staff/intake/:key/publish',
    limitBody(MAX_DRAFT_BYTES),
    withStored(async (c, staff, stored) => {
      if (stored.scrappedAt !== null) return reply(c, 409, refusal('scrapped', stored.sku))
      const { DB } = c.env
      if (stored.productId === null) {
        const { check, isCreated } = await publishUnit(DB, stored, staff, Date.now())
        if (isCreated === undefined)
          return reply(c, 409, { code: 'incomplete', message: INTAKE_MESSAGES.incomplete, check })
        if (!isCreated) return reply(c, 409, refusal('sku-taken', await renumber(DB, stored.key)))
      }
      return reply(c, 200, await readPublished(DB, stored.sku))
    }),
  )
  .post(
    '/staff/intake/:key/scrap',
    limitBody(MAX_DRAFT_BYTES),
    withStored(async (c, staff, stored) => {
      const { sku } = stored
      if (stored.productId !== null) return reply(c, 409, refusal('published', sku))
      if (stored.scrappedAt === null) {
        const check = await scrapUnit(c.env.DB, stored, staff, Date.now())
        if (!check.isScrappable)
          return reply(c, 409, { code: 'incomplete', message: INTAKE_MESSAGES['not-scrap'], check })
      }
      return reply(c, 200, { sku })
    }),
  )
