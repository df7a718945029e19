/** The home page: the finder, one tire with its measures, and links to sizes, conditions, brands and seasons. */

import type { ReactNode } from 'react'
import Finder from '../../client/catalog/finder/finder.island.tsx'
import { Island } from '../../client/platform/islands/island.tsx'
import { Stars } from '../../client/platform/ui/stars.tsx'
import type { Condition } from '../../schema/catalog/product/product.ts'
import { conditionHref, paths } from '../../schema/paths.ts'
import { RETURN_PROMISE, RETURN_SHIPPING } from '../../schema/platform/return-terms.ts'
import type { FinderData } from '../catalog/finder/finder-data.ts'
import { fromPrice, type IndexLink, IndexList } from '../catalog/finder/index-list.tsx'
import { HeroTire, type HeroTireData } from '../catalog/images/hero-tire.tsx'
import { Deferred } from '../platform/page/deferred.tsx'

interface HomeReview {
  id: number
  text: string
  reviewer: string
}

interface HomeReviews {
  shown: readonly HomeReview[]
  fiveStar: number
  all: number
  rating: number
}

/** The newest used tires. */
export interface NewestTires {
  /** A used tire with good tread. */
  hero: HeroTireData | null
  cards: ReactNode
}

export interface HomeData {
  finder: FinderData
  /** Number of used tires in stock; without any, the hero has only text and finder. */
  usedTotal: number
  newest: Promise<NewestTires>
  /** Sizes with the most stock first; `total` counts all sizes. */
  sizes: { lines: readonly IndexLink[]; total: number }
  conditions: Partial<Record<Condition, IndexLink>>
  brands: readonly IndexLink[]
  seasons: readonly IndexLink[]
  /** Approved 5-star reviews, newest first, with the number of all reviews and their average. */
  reviews: Promise<HomeReviews | null>
}

const PROMISES = [
  ['Free shipping', 'To any address in the 48 contiguous states'],
  ['Ships the same day', 'Order before 1 p.m. CST'],
  [RETURN_PROMISE, `For tires that haven’t been mounted. ${RETURN_SHIPPING}`],
  ['1-year warranty', 'On every used tire, two inspections each'],
] as const

const CONDITIONS: readonly { key: Condition; title: string; text: string }[] = [
  {
    key: 'Used',
    title: 'Used',
    text: 'Taken off a car, measured in each groove, inspected twice. Tread and date are on every page.',
  },
  {
    key: 'Driven Once',
    title: 'Driven once',
    text: 'Mounted, moved or shown, then taken off. Close to the tread of a new tire.',
  },
  { key: 'New', title: 'New', text: 'Never mounted. Full tread, and the week it was made if we know it.' },
  {
    key: 'Retread',
    title: 'Retread',
    text: 'An inspected casing with a new tread bonded on. We always call it a retread.',
  },
]

function Conditions({ conditions }: { conditions: HomeData['conditions'] }) {
  return (
    <section className="section wrap">
      <div className="chapter">
        <h2 className="t-40">Four conditions, plainly said</h2>
      </div>
      <ul className="conditions">
        {CONDITIONS.map(({ key, title, text }) => {
          const line = conditions[key]
          return (
            <li key={key}>
              <a href={line?.href ?? conditionHref(key)}>
                <h3 className="t-28">{title}</h3>
                <p>{text}</p>
                <p className="conditions-count num">
                  {line
                    ? `${line.count.toLocaleString('en-US')} tires${fromPrice(line, ', from ')}`
                    : 'None in stock today'}
                </p>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Reviews({ reviews }: { reviews: HomeReviews }) {
  return (
    <section className="section wrap">
      <div className="chapter">
        <h2 className="t-40">What buyers say</h2>
        <p className="t-14 quiet num">
          5-star reviews, {reviews.fiveStar.toLocaleString('en-US')} of {reviews.all.toLocaleString('en-US')}
        </p>
      </div>
      <p className="quotes-sum">
        <Stars rating={reviews.rating} count={reviews.all} /> on average. Here are the newest with 5 stars.
      </p>
      <div className="quotes">
        {reviews.shown.map(({ id, text, reviewer }) => (
          <figure key={id}>
            <blockquote>{text}</blockquote>
            <figcaption className="t-14 quiet">{reviewer}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

export function HomePage({ data }: { data: HomeData }) {
  const { finder, usedTotal, newest, sizes, conditions, brands, seasons, reviews } = data
  return (
    <>
      <div className={usedTotal > 0 ? 'wrap hero' : 'wrap hero hero-plain'}>
        <div>
          <h1 className="t-104">Used tires with nothing to hide</h1>
          <div className="home-car" data-home-car="">
            <p className="lead">
              Every used tire is measured in each groove, inspected twice and sold with its numbers on the
              table. New ones too.
            </p>
          </div>
          <Island name="finder" when="stored:finder" component={Finder} props={finder} />
        </div>
        <Deferred of={newest}>{({ hero }) => (hero ? <HeroTire tire={hero} /> : null)}</Deferred>
      </div>
      <div className="wrap">
        <ul className="facts">
          {PROMISES.map(([title, text]) => (
            <li key={title}>
              <b className="cond">{title}</b>
              {text}
            </li>
          ))}
        </ul>
      </div>
      {usedTotal > 0 ? (
        <section className="section wrap">
          <div className="chapter">
            <h2 className="t-40">Just inspected</h2>
            <a href={conditionHref('Used')}>All {usedTotal.toLocaleString('en-US')} used</a>
          </div>
          <Deferred of={newest}>{({ cards }) => cards}</Deferred>
        </section>
      ) : null}
      <section className="section wrap">
        <div className="chapter">
          <h2 className="t-40">Popular sizes</h2>
          <a href={paths.sizes}>All {sizes.total.toLocaleString('en-US')} sizes</a>
        </div>
        <IndexList lines={sizes.lines} />
      </section>
      <Conditions conditions={conditions} />
      <section className="section wrap">
        <div className="chapter">
          <h2 className="t-40">Brands</h2>
          <a href="/t/b">All brands</a>
        </div>
        <IndexList lines={brands} short />
      </section>
      <section className="section wrap">
        <div className="chapter">
          <h2 className="t-40">By season</h2>
        </div>
        <IndexList lines={seasons} columns={3} />
      </section>
      <Deferred of={reviews}>
        {(known) => (known && known.shown.length > 0 ? <Reviews reviews={known} /> : null)}
      </Deferred>
    </>
  )
}
