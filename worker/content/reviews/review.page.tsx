/** The page of a review form after errors, and the thanks after a success. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import {
  REVIEW_FORM_MESSAGES,
  type ReviewErrors,
  type ReviewTexts,
} from '../../../schema/content/reviews/review-form.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { ReviewForm } from './review-form.tsx'

interface ReviewedProduct {
  sku: string
  slug: string
  name: string
}

/** Renders the form with the texts and errors in `refused`; without them the page thanks for the review. */
export function reviewPage(
  c: Context<AppEnv>,
  product: ReviewedProduct,
  refused: { texts: ReviewTexts; errors: ReviewErrors; problem: string | null } | null,
): Response | Promise<Response> {
  const { sku, slug, name } = product
  const href = productHref({ sku, parentSku: null, slug })
  return contentPage(c, {
    title: refused ? `A review of ${name}` : 'Thank you',
    description: REVIEW_FORM_MESSAGES.sent,
    canonical: null,
    ...(refused ? { status: 422 } : {}),
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: name, href }, { label: 'Your review' }],
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>{refused ? `A review of ${name}` : 'Thank you'}</h1>
        {refused ? (
          <>
            {refused.problem ? <Alert tone="error">{refused.problem}</Alert> : null}
            <ReviewForm sku={sku} texts={refused.texts} errors={refused.errors} />
          </>
        ) : (
          <Alert>{REVIEW_FORM_MESSAGES.sent}</Alert>
        )}
        <p>
          <a href={href}>Back to {name}</a>
        </p>
      </article>
    ),
  })
}
