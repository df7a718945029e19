/** POST /reviews/form/: a review by the shop's form. It awaits moderation, like reviews from the API. */
import type { Context } from 'hono'
import * as v from 'valibot'
import { isViewable, SKU_MAX } from '../../../schema/catalog/product/product.ts'
import { newReview, REVIEW_API_MESSAGES, REVIEW_BODY } from '../../../schema/content/reviews/review.api.ts'
import { REVIEW_FIELDS, type ReviewTexts, reviewErrors } from '../../../schema/content/reviews/review-form.ts'
import { reviewFormHref } from '../../../schema/paths.ts'
import { findProducts } from '../../catalog/product/product.sql.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { FORM_TEXTS, formRoute } from '../../platform/forms/form-route.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { reviewPage } from './review.page.tsx'
import { addReview } from './review.sql.ts'

const newReviewForm = formRoute({
  schema: FORM_TEXTS,
  run: async (c, body) => {
    const product = await findReviewedProduct(c)
    if (!product) return c.notFound()
    const session = await getCurrentCustomer(c)
    const customer = session && (await readCustomer(c.env.DB, session.customerId))
    const texts = Object.fromEntries(
      REVIEW_FIELDS.map((field) => [field, (body[field] ?? '').trim()]),
    ) as ReviewTexts
    if (texts.nickname === '') texts.nickname = customer?.firstname ?? ''
    const errors = reviewErrors(texts)
    const refuse = (problem: string | null) => reviewPage(c, product, { texts, errors, problem })
    const parsed = v.safeParse(REVIEW_BODY, {
      review: { ...texts, product_id: product.id, rating: Number(texts.rating) },
    })
    if (!parsed.success || Object.keys(errors).length > 0) return refuse(null)
    const captcha = await requireCaptcha(c, reviewFormHref(product.sku), body)
    if (captcha) return captcha
    if (await isRateLimited(c, 'REVIEW_LIMIT', 'review')) return refuse(REVIEW_API_MESSAGES.tooMany)
    const review = newReview(parsed.output, session?.customerId ?? null)
    if (!(await addReview(c.env.DB, review, Date.now()))) return c.notFound()
    return c.redirect(reviewFormHref(product.sku), 303)
  },
})

export const reviewForm = newReviewForm.get('/', async (c) => {
  const product = await findReviewedProduct(c)
  return product ? reviewPage(c, product, null) : c.notFound()
})

/** Returns the product in the query of the form's URL. */
async function findReviewedProduct(c: Context<AppEnv>) {
  const sku = c.req.query('sku') ?? ''
  if (sku === '' || sku.length > SKU_MAX) return null
  const product = (await findProducts(c.env.DB, [sku])).get(sku)
  return product && isViewable(product) ? product : null
}
