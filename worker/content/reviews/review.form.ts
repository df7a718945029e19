/** POST /reviews/form/: a review by our own form. It waits to be read, like those that come over the wire. */
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { isViewable, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { newReview, REVIEW_BODY, REVIEW_TEXTS } from '../../../schema/content/reviews/review.api.ts'
import { REVIEW_FIELDS, type ReviewTexts, reviewErrors } from '../../../schema/content/reviews/review-form.ts'
import { reviewFormHref } from '../../../schema/paths.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { isSameOrigin } from '../../identity/session/same-origin.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { formTexts, limitForm } from '../../platform/forms/form-body.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { forbiddenPage } from '../../platform/page/forbidden.tsx'
import { reviewPage } from './review.page.tsx'
import { addReview } from './review.sql.ts'

export const reviewForm = new Hono<AppEnv>()
  .use(limitForm())
  .post('/', async (c) => {
    if (!isSameOrigin(c.req.raw)) return forbiddenPage(c)
    const body = await formTexts(c)
    const product = await productOf(c)
    if (!product) return c.notFound()
    const customer = await getCurrentCustomer(c)
    const known = customer && (await readCustomer(c.env.DB, customer.customerId))
    const texts = Object.fromEntries(
      REVIEW_FIELDS.map((field) => [field, (body[field] ?? '').trim()]),
    ) as ReviewTexts
    if (texts.nickname === '') texts.nickname = known?.firstname ?? ''
    const again = (problem: string | null) =>
      reviewPage(c, product, { texts, errors: reviewErrors(texts), problem })
    const read = v.safeParse(REVIEW_BODY, {
      review: { ...texts, product_id: product.id, rating: Number(texts.rating) },
    })
    if (!read.success || Object.keys(reviewErrors(texts)).length > 0) return again(null)
    const asked = await requireCaptcha(c, reviewFormHref(product.sku), body)
    if (asked) return asked
    if (await isRateLimited(c, 'REVIEW_LIMIT', 'review')) return again(REVIEW_TEXTS.tooMany)
    const review = newReview(read.output, customer?.customerId ?? null)
    if (!(await addReview(c.env.DB, review, Date.now()))) return c.notFound()
    return c.redirect(reviewFormHref(product.sku), 303)
  })
  .get('/', async (c) => {
    const product = await productOf(c)
    return product ? reviewPage(c, product, null) : c.notFound()
  })

/** The product is named by the address of the form. */
async function productOf(c: Context<AppEnv>) {
  const sku = c.req.query('sku') ?? ''
  if (sku === '' || sku.length > SKU_MAX) return null
  const product = (await findProducts(c.env.DB, [sku])).get(sku)
  return product && isViewable(product) ? product : null
}
