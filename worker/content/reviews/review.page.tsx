/** Writing a review on a page of its own: after a mistake was found, and to say thanks. Never cached. */
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

interface Reviewed {
  sku: string
  slug: string
  name: string
}

/** `again` holds what was typed and why it was not taken; without it the page says thanks. */
export function reviewPage(
  c: Context<AppEnv>,
  product: Reviewed,
  again: { texts: ReviewTexts; errors: ReviewErrors; problem: string | null } | null,
): Response | Promise<Response> {
  const { sku, slug, name } = product
  const href = productHref({ sku, parentSku: null, slug })
  return contentPage(c, {
    title: again ? `A review of ${name}` : 'Thank you',
    description: REVIEW_FORM_MESSAGES.sent,
    canonical: null,
    ...(again ? { status: 422 } : {}),
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: name, href }, { label: 'Your review' }],
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>{again ? `A review of ${name}` : 'Thank you'}</h1>
        {again ? (
          <>
            {again.problem ? <Alert tone="error">{again.problem}</Alert> : null}
            <ReviewForm sku={sku} texts={again.texts} errors={again.errors} />
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
