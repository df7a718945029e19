/** A landing without a list of its own: the ways down from it, in its widgets. */
import type { Context } from 'hono'
import { fillText } from '../../schema/domain/landing-text.ts'
import type { AppEnv } from '../env.ts'
import { contentPage } from './document.tsx'
import type { Landing, LandingPage } from './landing.ts'
import type { Shelf } from './landing-shelf.ts'
import { countText } from './listing-view.tsx'
import { widgetsOf } from './widgets/widget.tsx'
import { fillings, widgetData } from './widgets/widget-data.ts'

export async function overviewPage(
  c: Context<AppEnv>,
  landing: Landing,
  page: LandingPage,
  shelf: Shelf,
): Promise<Response> {
  const data = await widgetData(landing, page, shelf, Date.now())
  const filled = (text: string) => fillText(text, fillings(data))
  const places = widgetsOf(data)
  const { description, intro } = page.texts
  return contentPage(c, {
    title: landing.title,
    description: description
      ? filled(description)
      : `${landing.title}: ${countText(data.result.total)} in stock, new, used, driven once and retread.`,
    canonical: landing.path,
    breadcrumbs: landing.crumbs,
    kind: 'index',
    ...(landing.section ? { section: landing.section } : {}),
    body: (
      <div className="wrap index-page landing">
        <h1 className="t-64">{landing.heading}</h1>
        {intro ? <p className="quiet measure">{filled(intro)}</p> : null}
        {places.LandingPageTop}
        {places.LandingList}
        {places.LandingCarSizes}
        {places.LandingSEO}
      </div>
    ),
  })
}
