/** Loads the data of the home page and of the page "not found". */
import { EMPTY_QUERY, type ListingResult } from '../../schema/catalog/listing/listing.ts'
import { CONDITIONS, type Offer } from '../../schema/catalog/product/product.ts'
import { pictureAlt, toAppearance } from '../../schema/catalog/product/tire-appearance.ts'
import { dotDate, formatLimits, sizeAndIndex } from '../../schema/catalog/sizes/tire-text.ts'
import { optionSlug, productHref } from '../../schema/paths.ts'
import { finderData } from '../catalog/finder/finder-data.ts'
import { type IndexLink, toSizeLink } from '../catalog/finder/index-list.tsx'
import type { HeroTireData } from '../catalog/images/hero-tire.tsx'
import { pictureHref } from '../catalog/images/picture-address.ts'
import type { Catalog } from '../catalog/index/catalog.ts'
import type { SizeInStock } from '../catalog/index/listing-engine.ts'
import type { NotFoundSuggestions } from '../catalog/landing/not-found.tsx'
import { findOffersById } from '../catalog/product/product.sql.ts'
import { CardList } from '../catalog/product/product-card.tsx'
import { topReviews } from '../content/reviews/review.sql.ts'
import { startDeferred } from '../platform/page/deferred.tsx'
import type { HomeData, NewestTires } from './home.tsx'

const SHOWN_SIZES = 24
const SHOWN_INSPECTED = 4
const SHOWN_REVIEWS = 3

/** Returns the sizes with the most tires in stock. */
function mostStocked(sizes: readonly SizeInStock[], count: number): IndexLink[] {
  return sizes
    .toSorted((a, b) => b.count - a.count || a.rim - b.rim || a.width - b.width)
    .slice(0, count)
    .map(toSizeLink)
}

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' })

function toHero({ product }: Offer): HeroTireData | null {
  const { tire } = product
  if (!tire) return null
  const appearance = toAppearance(tire)
  const made = dotDate(tire.dot)
  return {
    href: productHref(product),
    picture: {
      src: pictureHref(appearance, 'three-quarter', 1000),
      alt: pictureAlt(appearance, 'three-quarter'),
    },
    treadDepth: tire.treadDepth,
    treadNew: tire.treadNew,
    size: sizeAndIndex(tire),
    limits: formatLimits(tire),
    dot: made && tire.dot ? { code: tire.dot.slice(-4), made: monthFormat.format(made.at) } : null,
  }
}

/** Returns the tire with the most tread left; tires with a known DOT date come first. */
function pickHero(offers: readonly Offer[]): Offer | null {
  const rank = ({ product: { tire } }: Offer) =>
    tire ? tire.treadDepth / Math.max(1, tire.treadNew) + (tire.dot ? 1 : 0) : -1
  return offers.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

function toConditions({ buckets }: ListingResult): HomeData['conditions'] {
  return Object.fromEntries(
    CONDITIONS.flatMap((condition) => {
      const key = optionSlug(condition)
      const bucket = buckets.condition?.find((known) => known.key === key)
      if (!bucket) return []
      const { count, minPriceByTire } = bucket
      return [[condition, { label: condition, href: `/t/c/${key}`, count, minPriceByTire }]]
    }),
  )
}

/** Reads the newest used tires: one with good tread for the hero, and the first as cards. */
async function readNewest(
  db: D1Database,
  ids: readonly number[],
  version: string,
  now: number,
): Promise<NewestTires & { stockSkus: string[] }> {
  const offers = await findOffersById(db, ids)
  const inspected = offers.slice(0, SHOWN_INSPECTED)
  const hero = pickHero(offers)
  return {
    hero: hero && toHero(hero),
    cards: <CardList offers={inspected} now={now} version={version} columns={4} />,
    stockSkus: [...inspected, ...(hero ? [hero] : [])].map(({ product }) => product.stockSku),
  }
}

/** Loads what the home page shows from memory, and begins the reads of the rest. */
export async function homeData(
  db: D1Database,
  catalog: Catalog,
  now: number,
): Promise<Omit<HomeData, 'newest'> & { newest: ReturnType<typeof readNewest> }> {
  const { listing } = catalog
  const used = { ...EMPTY_QUERY, choices: { condition: ['used'] }, size: 24 }
  const [finder, sizes, brands, all, newest] = await Promise.all([
    finderData(db, catalog),
    catalog.sizes(),
    catalog.brands(),
    listing.find({ ...EMPTY_QUERY, size: 0 }, ['condition', 'seasons'], ['condition', 'seasons']),
    listing.find(used, []),
  ])
  return {
    finder,
    usedTotal: newest.total,
    newest: startDeferred(readNewest(db, newest.ids, catalog.version, now)),
    sizes: { lines: mostStocked(sizes, SHOWN_SIZES), total: sizes.length },
    conditions: toConditions(all),
    brands: brands.map(({ slug, ...line }) => ({ ...line, href: `/t/b/${slug}` })),
    seasons: (all.buckets.seasons ?? []).map(({ key, label, count, minPriceByTire }) => ({
      label,
      href: `/t/z/${key}`,
      count,
      minPriceByTire,
    })),
    reviews: startDeferred(topReviews(db, SHOWN_REVIEWS)),
  }
}

/** Loads the finder and the sizes with the most stock, for pages that have no content of their own. */
export async function nextSteps(db: D1Database, catalog: Catalog): Promise<NotFoundSuggestions> {
  const [finder, sizes] = await Promise.all([finderData(db, catalog), catalog.sizes()])
  return { finder, sizes: mostStocked(sizes, SHOWN_SIZES) }
}
