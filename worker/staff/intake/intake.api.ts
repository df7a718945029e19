/** PUT /api/ext/staff/intake/{key} and POST …/numbers: drafts of units, and numbers for phones without reception (H14). */
import { Hono } from 'hono'
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
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../../platform/http/json-body.ts'
import { reply } from '../../platform/http/reply.ts'
import { type Intake, reserveSkus, storeDraft } from './intake.sql.ts'
import { withIntake } from './intake-access.ts'
import { readIntakeFacts, readIntakeSettings } from './intake-facts.sql.ts'

/** Returns why a draft can no longer change; `null` for an open one. */
function refusalOf({ productId, scrappedAt, sku }: Intake) {
  const code = productId !== null ? 'published' : scrappedAt !== null ? 'scrapped' : null
  return code && { code, message: INTAKE_MESSAGES[code], sku }
}

export const extIntakeApi = new Hono<AppEnv>()
  .post(
    '/staff/intake/numbers',
    limitBody(MAX_DRAFT_BYTES),
    withIntake(async (c) => reply(c, 200, { skus: await reserveSkus(c.env.DB, NUMBER_BLOCK) })),
  )
  .put(
    '/staff/intake/:key',
    limitBody(MAX_DRAFT_BYTES),
    withIntake(async (c, staff) => {
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
      const refusal = refusalOf(stored)
      if (refusal) return reply(c, 409, refusal)
      const [settings, facts] = await Promise.all([
        readIntakeSettings(c.env.DB),
        readIntakeFacts(c.env.DB, stored.draft),
      ])
      const context = { now, settings, role: staff.role, facts }
      return reply(c, 200, {
        sku: stored.sku,
        revision: stored.revision,
        isRenumbered: sku !== undefined && sku !== stored.sku,
        check: checkDraft(stored.draft, context),
      })
    }),
  )
