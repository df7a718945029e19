import type { Context } from 'hono'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { reply } from '../http/reply.ts'
import { wantsJson } from '../http/wants-json.ts'
import { contentPage } from './content-page.ts'

const TITLE = 'This form didn’t come from our pages'

/** Responds with 403 to a form that another site sent in the shopper's name. */
export function forbiddenPage(c: Context<AppEnv>): Response | Promise<Response> {
  if (wantsJson(c)) return reply(c, 403, TITLE)
  return contentPage(c, {
    title: TITLE,
    description: 'Nothing was changed.',
    canonical: null,
    status: 403,
    layout: 'minimal',
    kind: 'error',
    body: (
      <div className="wrap lost">
        <h1 className="t-64">{TITLE}</h1>
        <p className="measure">
          Nothing was changed. If you meant to do this, please do it again on our page.
        </p>
        <p className="button-row lost-ways">
          <LinkButton href={paths.cart}>Go to cart</LinkButton>
        </p>
      </div>
    ),
  })
}
