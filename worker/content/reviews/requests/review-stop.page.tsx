import type { Context } from 'hono'
import { Button } from '../../../../client/platform/ui/button.tsx'
import { reviewPaths } from '../../../../schema/paths.ts'
import type { AppEnv } from '../../../env.ts'
import { contentPage } from '../../../platform/page/content-page.ts'

/** Renders the page that asks for a confirmation; with `null` the page after it. */
export function reviewStopPage(c: Context<AppEnv>, link: { order: string; proof: string } | null) {
  return contentPage(c, {
    title: 'No more review requests',
    description: 'One click and we’ll stop asking you for reviews.',
    canonical: null,
    layout: 'minimal',
    kind: 'text',
    body: (
      <article className="wrap prose">
        <h1>No more review requests</h1>
        {link ? (
          <>
            <p>One click and we’ll stop emailing you for reviews.</p>
            <form method="post" action={reviewPaths.stop}>
              <input type="hidden" name="order" value={link.order} />
              <input type="hidden" name="proof" value={link.proof} />
              <Button type="submit">Stop asking</Button>
            </form>
          </>
        ) : (
          <p>Done. We won’t ask you for reviews. You’ll still get emails about your orders.</p>
        )}
      </article>
    ),
  })
}
