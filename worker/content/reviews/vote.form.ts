/**
 * POST /reviews/vote/: a shopper finds a review helpful, or reports it. One vote per customer, or per browser and network of a
 * guest. A reported review stays on the shop until staff decide.
 */
import type { Context } from 'hono'
import * as v from 'valibot'
import { SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { productHref } from '../../../schema/paths.ts'
import { numberText } from '../../../schema/platform/forms/number-text.ts'
import { shopDay } from '../../../schema/platform/shop-calendar.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { ensureDeviceName, readDeviceName } from '../../identity/session/device-cookie.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { clientNetwork } from '../../platform/limits/client-network.ts'
import { isRateLimited, TOO_MANY } from '../../platform/limits/rate-limit.ts'
import { hmacKey } from '../../platform/security/secret-token.ts'
import { addVote, reportReview } from './new-review.sql.ts'

const VOTE = v.object({
  review: numberText(9),
  /** The product on whose page the shopper is. */
  sku: v.pipe(v.string(), v.minLength(1), v.maxLength(SKU_MAX)),
  report: v.optional(v.literal('1')),
})

export const voteForm = formRoute({
  schema: VOTE,
  run: async (c, { review, sku, report }) => {
    const product = (await findProducts(c.env.DB, [sku])).get(sku)
    if (!product) return c.notFound()
    if (await isRateLimited(c, 'FORM_LIMIT', 'review-vote')) return c.text(TOO_MANY, 429)
    const now = Date.now()
    if (report) {
      await reportReview(c.env.DB, review, now)
      return { status: 200, result: true, to: `${productHref(product)}?reported=${review}#review-${review}` }
    }
    await addVote(c.env.DB, review, await voterOf(c, now), now)
    return { status: 200, result: true, to: `${productHref(product)}?voted=${review}#review-${review}` }
  },
})

/** Returns whose vote it is: the customer's, or a guest's by hashes of the browser's device name and of the network and day. */
async function voterOf(
  c: Context<AppEnv>,
  now: number,
): Promise<{ voter: string; networkDay: string | null }> {
  const session = await getCurrentCustomer(c)
  if (session) return { voter: `customer:${session.customerId}`, networkDay: null }
  ensureDeviceName(c)
  const { sessionSecret } = c.get('config')
  return {
    voter: hmacKey(sessionSecret, 'vote', readDeviceName(c) ?? ''),
    networkDay: hmacKey(sessionSecret, 'vote-network', `${shopDay(now)} ${clientNetwork(c)}`),
  }
}
