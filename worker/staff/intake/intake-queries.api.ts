/** GET /api/ext/staff/intake/{suggestion,alike,choices}: what the shop knows about the tire in hand (H14). */
import { type Context, Hono } from 'hono'
import type * as v from 'valibot'
import { readBody } from '../../../schema/platform/http/schema-error.api.ts'
import { INTAKE_MESSAGES } from '../../../schema/staff/intake/intake.api.ts'
import {
  ALIKE_QUERY,
  CHOICES_QUERY,
  SUGGESTION_QUERY,
} from '../../../schema/staff/intake/intake-queries.api.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../../platform/http/reply.ts'
import { withStaff } from '../frame/staff-access.ts'
import { findAlike } from './alike.sql.ts'
import { readModels, readSizesAndBrands } from './choices.sql.ts'
import { findSuggestion } from './comparables.sql.ts'
import { readIntakeSettings } from './intake-facts.sql.ts'

/** Wraps a handler that gets the parsed query; a wrong one gets 400. */
function withQuery<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (c: Context<AppEnv>, query: v.InferOutput<Schema>) => Promise<Response>,
) {
  return withStaff('intake', async (c) => {
    const parsed = readBody(schema, c.req.query())
    return parsed.ok ? run(c, parsed.body) : reply(c, 400, parsed.errors)
  })
}

export const extIntakeQueriesApi = new Hono<AppEnv>()
  .get(
    '/staff/intake/suggestion',
    withQuery(SUGGESTION_QUERY, async (c, query) => {
      const settings = await readIntakeSettings(c.env.DB)
      if (!settings.suggestion) return reply(c, 404, INTAKE_MESSAGES.noSuggestion)
      return reply(c, 200, await findSuggestion(c.env.DB, query, { now: Date.now(), settings }))
    }),
  )
  .get(
    '/staff/intake/alike',
    withQuery(ALIKE_QUERY, async (c, query) => {
      const settings = await readIntakeSettings(c.env.DB)
      return reply(c, 200, await findAlike(c.env.DB, query, { now: Date.now(), settings }))
    }),
  )
  .get(
    '/staff/intake/choices',
    withQuery(CHOICES_QUERY, async (c, { marking }) =>
      reply(c, 200, await (marking ? readModels(c.env.DB, marking) : readSizesAndBrands(c.env.DB))),
    ),
  )
