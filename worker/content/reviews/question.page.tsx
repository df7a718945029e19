/** The page of the form for a question about a product. Never cached. */
import type { Context } from 'hono'
import { Alert } from '../../../client/platform/ui/alert.tsx'
import type { Product } from '../../../schema/catalog/product/product.ts'
import type { QuestionErrors, QuestionTexts } from '../../../schema/content/reviews/question-form.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { QuestionForm } from './question-form.tsx'

/** Renders the form, after a refusal with the typed texts and the errors. */
export function questionPage(
  c: Context<AppEnv>,
  product: Product,
  refused: { texts: QuestionTexts; errors: QuestionErrors; problem: string | null } | null,
): Response | Promise<Response> {
  const { sku, name } = product
  const href = productHref(product)
  return contentPage(c, {
    title: `A question about ${name}`,
    description: `Ask us about ${name}.`,
    canonical: null,
    ...(refused ? { status: refused.problem ? 429 : 422 } : {}),
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: name, href }, { label: 'Your question' }],
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>A question about {name}</h1>
        {refused?.problem ? (
          <Alert tone="error" focus>
            {refused.problem}
          </Alert>
        ) : null}
        <QuestionForm sku={sku} {...(refused ?? {})} />
        <p>
          <a href={href}>Back to {name}</a>
        </p>
      </article>
    ),
  })
}
