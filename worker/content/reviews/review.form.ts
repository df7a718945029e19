/** /reviews/form/: the form for a review. A review awaits moderation, like reviews from the API. */

import type { Context } from 'hono'
import * as v from 'valibot'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { newReview, REVIEW_API_MESSAGES, REVIEW_BODY } from '../../../schema/content/reviews/review.api.ts'
import {
  NO_REVIEW,
  REVIEW_FIELDS,
  type ReviewErrors,
  type ReviewTexts,
  reviewErrors,
  reviewPoints,
} from '../../../schema/content/reviews/review-form.ts'
import { PHOTO_MAX, PHOTO_MESSAGES, PHOTOS_MAX } from '../../../schema/content/reviews/review-photo.ts'
import { reviewFormHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { requireCaptcha } from '../../identity/sign-in/captcha-guard.ts'
import { readCustomer } from '../../identity/sign-in/customer.sql.ts'
import { deletePrivateFiles } from '../../orders/status/private-file.ts'
import { formRoute } from '../../platform/forms/form-route.ts'
import { limitUpload, readUpload, type Upload } from '../../platform/forms/upload.ts'
import { isRateLimited } from '../../platform/limits/rate-limit.ts'
import { findNamedProduct } from './named-product.ts'
import { addReview, isOfOrder } from './new-review.sql.ts'
import { checkPhotos, storePhotos } from './photos/store-photos.ts'
import { verifyReviewLink } from './requests/review-link.ts'
import { reviewPage, reviewThanksPage } from './review.page.tsx'

/** The field by which the page of the captcha says that the form had photos, which that page cannot repeat. */
const PHOTOS_LEFT = 'photosLeft'

const newReviewForm = formRoute({
  schema: v.custom<Upload>(() => true),
  read: readUpload,
  bodyLimit: limitUpload(PHOTOS_MAX * PHOTO_MAX, async (c: Context<AppEnv>) => {
    const product = await findNamedProduct(c)
    if (!product) return c.notFound()
    return refusedPage(c, product, {
      texts: NO_REVIEW,
      fields: {},
      errors: { photos: PHOTO_MESSAGES.tooLarge },
      status: 413,
    })
  }),
  run: async (c, { fields, files }) => {
    const product = await findNamedProduct(c)
    if (!product) return c.notFound()
    const session = await getCurrentCustomer(c)
    const customer = session && (await readCustomer(c.env.DB, session.customerId))
    const texts = Object.fromEntries(
      REVIEW_FIELDS.map((field) => [field, (fields[field] ?? '').trim()]),
    ) as ReviewTexts
    if (texts.nickname === '') texts.nickname = customer?.firstname ?? ''
    const checked = await checkPhotos(files)
    const errors: ReviewErrors = {
      ...reviewErrors(texts),
      ...(checked.ok ? {} : { photos: checked.message }),
    }
    // A browser sends a file only once, so a message asks to choose the photos again.
    const again = checked.ok && files.length > 0 ? { photos: PHOTO_MESSAGES.again } : {}
    const refuse = (problem: string | null, status: 422 | 429) =>
      refusedPage(c, product, { texts, fields, errors: { ...errors, ...again }, problem, status })
    const parsed = v.safeParse(REVIEW_BODY, {
      review: { ...texts, product_id: product.id, rating: Number(texts.rating) },
    })
    if (!checked.ok || !parsed.success || Object.keys(errors).length > 0) return refuse(null, 422)
    // The page of the captcha repeats texts and no files; buyers come from their mail, which a program has not.
    const order = await verifiedOrder(c, product)
    const texted = files.length > 0 ? { ...fields, [PHOTOS_LEFT]: '1' } : fields
    const captcha = order === null ? await requireCaptcha(c, formAction(c, product, null), texted) : null
    if (captcha) return captcha
    if (await isRateLimited(c, 'REVIEW_LIMIT', 'review')) return refuse(REVIEW_API_MESSAGES.tooMany, 429)
    const review = newReview(parsed.output, session?.customerId ?? null)
    await storePhotos(c.env.PICTURES, checked.photos)
    const { found, saved } = await addReview(c.env.DB, review, Date.now(), {
      points: reviewPoints(fields),
      orderNumber: order,
      photos: checked.photos.map(({ fileKey, contentType }) => ({ fileKey, contentType })),
    })
    if (!saved)
      await deletePrivateFiles(
        c.env.PICTURES,
        checked.photos.map(({ fileKey }) => fileKey),
      )
    const left = files.length === 0 && fields[PHOTOS_LEFT] ? `&${PHOTOS_LEFT}=1` : ''
    return found ? c.redirect(`${reviewFormHref(product.sku)}&sent=1${left}`, 303) : c.notFound()
  },
})

export const reviewForm = newReviewForm.get('/', async (c) => {
  const product = await findNamedProduct(c)
  if (!product) return c.notFound()
  if (c.req.query('sent') === '1') return reviewThanksPage(c, product, c.req.query(PHOTOS_LEFT) === '1')
  const stars = c.req.query('stars') ?? ''
  const texts = { ...NO_REVIEW, rating: /^[1-5]$/.test(stars) ? stars : '' }
  return reviewPage(c, product, { ...(await signedForm(c, product)), texts })
})

/** Shows the form again with its errors. */
async function refusedPage(
  c: Context<AppEnv>,
  product: Product,
  refused: {
    texts: ReviewTexts
    fields: Upload['fields']
    errors: ReviewErrors
    problem?: string | null
    status: 413 | 422 | 429
  },
): Promise<Response> {
  const { texts, fields, errors, problem = null, status } = refused
  const shown = { ...(await signedForm(c, product)), texts, points: reviewPoints(fields) }
  return reviewPage(c, product, { ...shown, refused: { errors, problem, status } })
}

/** Returns the order in the query, when the shop signed it and it has a unit of the product's model. */
async function verifiedOrder(c: Context<AppEnv>, { id }: Product): Promise<string | null> {
  const order = verifyReviewLink(c.get('config').cartSecret, c.req.query())
  return order !== null && (await isOfOrder(c.env.DB, id, order)) ? order : null
}

/** Returns what the form is shown with: its address, and whether the review will be that of a verified buyer. */
async function signedForm(
  c: Context<AppEnv>,
  product: Product,
): Promise<{ action: string; isVerified: boolean }> {
  const order = await verifiedOrder(c, product)
  return { action: formAction(c, product, order), isVerified: order !== null }
}

/** Returns the address of the form, with the signed order of the mail. */
function formAction(c: Context<AppEnv>, { sku }: Product, order: string | null): string {
  return `${reviewFormHref(sku)}${order === null ? '' : `&order=${order}&proof=${c.req.query('proof')}`}`
}
