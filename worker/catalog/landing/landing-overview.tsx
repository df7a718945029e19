/** The page of a landing without a list of its own: its widgets link to the landings below it. */
import type { Context } from 'hono'
import Finder, { type FinderCars } from '../../../client/catalog/finder/finder.island.tsx'
import { Island } from '../../../client/platform/islands/island.tsx'
import { renderTemplate } from '../../../schema/catalog/landing/landing-text.ts'
import { paths } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { type FinderData, finderData } from '../finder/finder-data.ts'
import type { Landing, LandingPage } from './landing.ts'
import type { ListingContext } from './listing-context.ts'
import { renderWidgets } from './widget.tsx'
import { currentPlaceholders, widgetData } from './widget-data.ts'

/**
 * The finder by car: four selects instead of four pages; without JavaScript shoppers use the list of makes.
 */
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

/** Responds with the page of an overview. */
export async function overviewPage(
  c: Context<AppEnv>,
  landing: Landing,
  page: LandingPage,
  context: ListingContext,
): Promise<Response> {
  const data = await widgetData(landing, page, context, Date.now())
  const fill = (text: string) => renderTemplate(text, currentPlaceholders(data))
  const widgets = renderWidgets(data)
  const { description, intro } = page.texts
  const finder = landing.path === paths.cars ? await finderData(c.env.DB, context.catalog) : null
  return contentPage(c, {
    title: landing.title,
    description: description
      ? fill(description)
      : `${landing.title}: ${formatQuantity(data.result.total, 'tire')} in stock, new, used, driven once and retread.`,
    canonical: landing.path,
    breadcrumbs: landing.crumbs,
    kind: 'index',
    ...(landing.section ? { section: landing.section } : {}),
    body: (
      <div className="wrap index-page landing">
        <h1 className="t-64">{landing.heading}</h1>
        {intro ? <p className="quiet measure">{fill(intro)}</p> : null}
        {finder?.cars ? <CarFinder finder={finder} cars={finder.cars} /> : null}
        {widgets.LandingPageTop}
        {widgets.LandingList}
        {widgets.LandingCarSizes}
        {widgets.LandingSEO}
      </div>
    ),
  })
}
