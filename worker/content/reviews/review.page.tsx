/** The page of the review form, and the thanks for a review. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { productTitle, sizeAndIndex } from '../../../schema/catalog/sizes/tire-text.ts'
import { REVIEW_POLICY } from '../../../schema/content/reviews/review.ts'
import { REVIEW_FORM_MESSAGES, type ReviewErrors } from '../../../schema/content/reviews/review-form.ts'
import { PHOTO_MESSAGES } from '../../../schema/content/reviews/review-photo.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { ReviewForm, type ReviewFormProps } from './review-form.tsx'

interface ShownForm extends Pick<ReviewFormProps, 'action' | 'texts' | 'points'> {
  /** Whether the link is that of an order's mail. */
  isVerified: boolean
  refused?: { errors: ReviewErrors; problem: string | null; status: 413 | 422 | 429 }
}

/** Renders the form, after a refusal with the typed texts and the errors. */
export function reviewPage(
  c: Context<AppEnv>,
  product: Product,
  { isVerified, refused, ...form }: ShownForm,
): Response | Promise<Response> {
  const { tire } = product
  return page(c, product, {
    title: `Review ${productTitle(product)}`,
    ...(refused ? { status: refused.status } : {}),
    body: (
      <>
        <h1>Review {productTitle(product)}</h1>
        {tire ? <p className="cond t-22">{sizeAndIndex(tire)}</p> : null}
        {refused?.problem ? (
          <Alert tone="error" focus>
            {refused.problem}
          </Alert>
        ) : null}
        {isVerified ? <Alert>You bought it here, so your review is marked “Verified buyer.”</Alert> : null}
        <ReviewForm {...form} isTire={tire !== null} errors={refused?.errors ?? {}} />
        <p className="quiet t-14">{REVIEW_POLICY}</p>
      </>
    ),
  })
}

/** Renders the thanks for a review; `hasLostPhotos` when it had photos that were not sent. */
export function reviewThanksPage(
  c: Context<AppEnv>,
  product: Product,
  hasLostPhotos: boolean,
): Response | Promise<Response> {
  return page(c, product, {
    title: 'Thank you',
    body: (
      <>
        <h1>Thank you</h1>
        <Alert>{REVIEW_FORM_MESSAGES.sent}</Alert>
        {hasLostPhotos ? <Alert tone="error">{PHOTO_MESSAGES.notSent}</Alert> : null}
      </>
    ),
  })
}

function page(
  c: Context<AppEnv>,
  { sku, slug, name }: Product,
  { title, status, body }: { title: string; status?: 413 | 422 | 429; body: React.ReactNode },
): Response | Promise<Response> {
  const href = productHref({ sku, parentSku: null, slug })
  return contentPage(c, {
    title,
    description: REVIEW_FORM_MESSAGES.sent,
    canonical: null,
    ...(status ? { status } : {}),
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: name, href }, { label: 'Your review' }],
    kind: 'text',
    body: (
      <article className="wrap prose">
        {body}
        <p>
          <a href={href}>Back to {name}</a>
        </p>
      </article>
    ),
  })
}
