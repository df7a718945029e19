/** GET and POST /api/ext/staff/reviews: lists pending reviews, approves and refuses them. For staff only. */
import { Hono } from 'hono'
import * as v from 'valibot'
import { readBody } from '../../schema/platform/http/schema-error.api.ts'
import {
  REVIEW_MODERATION_BODY,
  REVIEW_MODERATION_MESSAGES,
  REVIEW_MODERATION_QUERY,
} from '../../schema/staff/review-moderation.api.ts'
import type { AppEnv } from '../env.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { withStaff } from './frame/staff-access.ts'
import { approveReview, pendingReviews, rejectReview } from './review-moderation.sql.ts'

const BODY_MAX = 4096

export const extReviewModerationApi = new Hono<AppEnv>()
  .get(
    '/staff/reviews',
    withStaff('reviews', async (c) => {
      const query = v.safeParse(REVIEW_MODERATION_QUERY, c.req.query())
      return reply(c, 200, await pendingReviews(c.env.DB, query.success ? query.output.page : 1))
    }),
  )
  .post(
    '/staff/reviews',
    limitBody(BODY_MAX),
    withStaff('reviews', async (c) => {
      const json = await jsonBody(c)
      if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
      const parsed = readBody(REVIEW_MODERATION_BODY, json)
      if (!parsed.ok) return reply(c, 400, parsed.errors)
      const { id, approve, rating } = parsed.body
      const isDone = approve
        ? await approveReview(c.env.DB, { id, rating, now: Date.now() })
        : await rejectReview(c.env.DB, id, Date.now())
      return isDone ? reply(c, 200, true) : reply(c, 404, REVIEW_MODERATION_MESSAGES.gone)
    }),
  )
