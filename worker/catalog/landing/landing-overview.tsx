/** A landing without a list of its own: the ways down from it, in its widgets. */
import type { Context } from 'hono'
import Finder, { type FinderCars } from '../../../client/catalog/finder/finder.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { renderTemplate } from '../../../schema/catalog/landing/landing-text.ts'
import { paths } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { type FinderData, finderData } from '../finder/finder-data.ts'
import { formatTotal } from '../listing/listing-view.tsx'
import type { Landing, LandingPage } from './landing.ts'
import type { ListingContext } from './listing-context.ts'
import { widgetsOf } from './widget.tsx'
import { fillings, widgetData } from './widget-data.ts'

/** Four questions instead of four pages; without script the makes stand below. */
function CarFinder({ finder: { view }, cars: { years } }: { finder: FinderData; cars: FinderCars }) {
  return (
    <Island
      name="finder"
      when="stored:finder"
      component={Finder}
      props={{ view, cars: { years, makes: [] }, size: 'page' as const, mode: 'car' as const }}
    />
  )
}

export async function overviewPage(
  c: Context<AppEnv>,
  landing: Landing,
  page: LandingPage,
  context: ListingContext,
): Promise<Response> {
  const data = await widgetData(landing, page, context, Date.now())
  const filled = (text: string) => renderTemplate(text, fillings(data))
  const places = widgetsOf(data)
  const { description, intro } = page.texts
  const finder = landing.path === paths.cars ? await finderData(c.env.DB, context.catalog) : null
  return contentPage(c, {
    title: landing.title,
    description: description
      ? filled(description)
      : `${landing.title}: ${formatTotal(data.result.total)} in stock, new, used, driven once and retread.`,
    canonical: landing.path,
    breadcrumbs: landing.crumbs,
    kind: 'index',
    ...(landing.section ? { section: landing.section } : {}),
    body: (
      <div className="wrap index-page landing">
        <h1 className="t-64">{landing.heading}</h1>
        {intro ? <p className="quiet measure">{filled(intro)}</p> : null}
        {finder?.cars ? <CarFinder finder={finder} cars={finder.cars} /> : null}
        {places.LandingPageTop}
        {places.LandingList}
        {places.LandingCarSizes}
        {places.LandingSEO}
      </div>
    ),
  })
}
