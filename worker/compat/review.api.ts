/** POST /api/review/create (C12): stores a review, which stays hidden until staff approve it. */
import { Hono } from 'hono'
import {
  createdReview,
  newReview,
  REVIEW_API_MESSAGES,
  REVIEW_BODY,
} from '../../schema/content/reviews/review.api.ts'
import { readBody } from '../../schema/platform/http/schema-error.api.ts'
import { addReview } from '../content/reviews/new-review.sql.ts'
import type { AppEnv } from '../env.ts'
import { getCurrentCustomer } from '../identity/session/current-customer.ts'
import { jsonBody, limitBody, NOT_JSON_MESSAGE } from '../platform/http/json-body.ts'
import { reply } from '../platform/http/reply.ts'
import { isRateLimited } from '../platform/limits/rate-limit.ts'

/** Largest body of a review, in bytes. */
const BODY_MAX = 65_536

export const reviewApi = new Hono<AppEnv>()

reviewApi.post('/create', limitBody(BODY_MAX), async (c) => {
  const json = await jsonBody(c)
  if (!json) return reply(c, 400, NOT_JSON_MESSAGE)
  const read = readBody(REVIEW_BODY, json)
  if (!read.ok) return reply(c, 500, read.errors)
  if (await isRateLimited(c, 'REVIEW_LIMIT', 'review')) return reply(c, 429, REVIEW_API_MESSAGES.tooMany)
  const customer = await getCurrentCustomer(c)
  const review = newReview(read.body, customer?.customerId ?? null)
  const { found } = await addReview(c.env.DB, review, Date.now())
  return found ? reply(c, 200, createdReview(review)) : reply(c, 404, REVIEW_API_MESSAGES.product)
})
