/** GET /search?q=: what is a size, brand, condition, model or number leads to its page; the rest is a plain list. */
import { type Context, Hono } from 'hono'
import { EmptyState } from '../../client/ui/empty-state.tsx'
import { Note } from '../../client/ui/note.tsx'
import { PAGE_SIZE } from '../../schema/domain/listing.ts'
import { CONDITIONS, hasPage, SEASONS } from '../../schema/domain/product.ts'
import { parseTireSize } from '../../schema/domain/tire-size.ts'
import { conditionHref, optionSlug, paths, productHref } from '../../schema/paths.ts'
import { findByName, findByNumber, findModel } from '../db/find-by-name.ts'
import { findOffer, findOffersById } from '../db/product.ts'
import type { AppEnv } from '../env.ts'
import { catalogueOf } from './catalogue-of.ts'
import { catalogueVersion } from './catalogue-version.ts'
import { contentPage } from './document.tsx'
import { sizeLanding } from './landing.ts'
import { countText } from './listing-view.tsx'
import { CardList } from './product-card.tsx'

/** spec §5: search term needs at least 3 characters. */
const LEAST = 3
/** Longer is no search. */
const MOST = 80

export const TOO_SHORT = 'Search term needs at least 3 characters.'

export const searchPages = new Hono<AppEnv>().get('/search', async (c) => {
  // Every question is another address: such pages are made fresh and kept nowhere.
  c.header('Cache-Control', 'private, no-store')
  const asked = (c.req.query('q') ?? '').trim().replace(/\s+/g, ' ').slice(0, MOST)
  const place = asked === '' ? null : await placeOf(c, asked)
  if (place) return c.redirect(place, 302)
  return results(c, asked)
})

/** The page that the words name; `null` when they name none. */
async function placeOf(c: Context<AppEnv>, asked: string): Promise<string | null> {
  const { DB } = c.env
  const catalogue = await catalogueOf(c)
  if (parseTireSize(asked)) {
    const slug = asked.toLowerCase().replace(/[\s/]+/g, '-')
    const found = await sizeLanding(slug, catalogue.options, catalogue.sizes)
    if (found.kind === 'redirect') return found.to
    if (found.kind === 'landing') return found.landing.path
  }
  const words = optionSlug(asked).replace(/-?tires?$/, '')
  if (words === '') return null
  const condition = CONDITIONS.find((known) => optionSlug(known) === words)
  if (condition) return conditionHref(condition)
  const season = SEASONS.map(optionSlug).find((known) => known === words || known === `${words}s`)
  if (season) return `/t?seasons=${season}`
  if ((await catalogue.brands()).some(({ slug }) => slug === words)) return `/t/b/${words}`
  const model = await findModel(DB, words)
  if (model) return `/t/b/${model.brandSlug}?model=${model.modelSlug}`
  const sku = await findByNumber(DB, asked)
  const offer = sku ? await findOffer(DB, sku) : null
  return offer && offer.product.visibility > 1 && hasPage(offer.product.type)
    ? productHref(offer.product)
    : null
}

async function results(c: Context<AppEnv>, asked: string): Promise<Response> {
  const short = asked.length < LEAST
  const { ids, total } = short ? { ids: [], total: 0 } : await findByName(c.env.DB, asked, PAGE_SIZE)
  const [offers, version] = await Promise.all([findOffersById(c.env.DB, ids), catalogueVersion(c)])
  return contentPage(c, {
    title: asked ? `Search for ${asked}` : 'Search',
    description: 'Search by size, brand, model or part number.',
    canonical: null,
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: 'Search' }],
    kind: 'search',
    body: (
      <div className="wrap search-page">
        <h1 className="t-64">{asked ? `"${asked}"` : 'Search'}</h1>
        {short ? (
          <>
            <Note>{TOO_SHORT}</Note>
            <p className="quiet measure">
              A size in any form, such as 225/45R17 or 225 45 17, a brand, a model or a number.
            </p>
            <form className="seek" action="/search" method="get" aria-label="Search again">
              <label className="visually-hidden" htmlFor="q-again">
                Search tires
              </label>
              <input id="q-again" type="search" name="q" defaultValue={asked} required minLength={LEAST} />
              <button type="submit">Search</button>
            </form>
          </>
        ) : offers.length > 0 ? (
          <>
            <p className="quiet">
              {countText(total)} with these words in the name or number.
              {total > offers.length
                ? ` The newest ${offers.length} are shown; add a word to narrow it.`
                : ''}
            </p>
            <CardList offers={offers} now={Date.now()} version={version} columns={4} level={2} eager />
          </>
        ) : (
          <EmptyState
            title="Nothing has all of these words"
            action={{ href: paths.sizes, label: 'Find tires by size' }}
            other={{ href: '/t/b', label: 'All brands' }}
          >
            <p>Look for a size, a brand or a model, or fewer words.</p>
          </EmptyState>
        )}
      </div>
    ),
  })
}
