/** The page for an unknown address, with the finder and the sizes that shoppers buy most. */

import type { Context } from 'hono'
import Finder from '../../../client/catalog/finder/finder.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { paths } from '../../../schema/paths.ts'
import { NOT_FOUND } from '../../../schema/platform/not-found.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { FinderData } from '../finder/finder-data.ts'
import { type IndexLink, IndexList } from '../finder/index-list.tsx'

/** The suggestions of the page. */
export interface NotFoundSuggestions {
  finder: FinderData
  sizes: readonly IndexLink[]
}

/** Responds with 404 Page Not Found; `nextSteps` is `null` when the stock cannot be read. */
export function notFoundPage(c: Context<AppEnv>, nextSteps: NotFoundSuggestions | null): Promise<Response> {
  return contentPage(c, {
    title: NOT_FOUND.title,
    description: NOT_FOUND.text,
    canonical: null,
    status: 404,
    kind: 'not-found',
    body: (
      <>
        <div className="wrap lost">
          <h1 className="t-64">{NOT_FOUND.title}</h1>
          <p className="measure">
            {NOT_FOUND.text} The tire may have sold, or the link may be old. Search by size to see what we
            have today.
          </p>
          {nextSteps?.finder.view.chosen ? (
            <Island
              name="finder"
              when="stored:finder"
              component={Finder}
              props={{ ...nextSteps.finder, size: 'page' as const }}
            />
          ) : (
            <p className="button-row">
              <LinkButton kind="buy" href={paths.sizes}>
                Find tires by size
              </LinkButton>
              <LinkButton href={paths.home}>Go to the home page</LinkButton>
            </p>
          )}
        </div>
        {nextSteps && nextSteps.sizes.length > 0 ? (
          <section className="section wrap">
            <div className="chapter">
              <h2 className="t-40">Popular sizes</h2>
              <a href={paths.sizes}>All sizes</a>
            </div>
            <IndexList lines={nextSteps.sizes} />
          </section>
        ) : null}
      </>
    ),
  })
}
