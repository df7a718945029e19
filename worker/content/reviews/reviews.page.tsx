/** /reviews/: the newest 5-star reviews, followed by all approved reviews, good and bad. */
import type { Context } from 'hono'
import { Hono } from 'hono'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { Pagination } from '../../../client/platform/ui/pagination.tsx'
import { Stars } from '../../../client/platform/ui/stars.tsx'
import { formatSizeAndCondition } from '../../../schema/catalog/sizes/tire-text.ts'
import {
  averageRating,
  countReviews,
  type Distribution,
  MAX_REVIEWS,
  parseReviewQuery,
  REVIEW_KINDS,
  REVIEW_POLICY,
  type ReviewKind,
  type ReviewQuery,
  reviewSearch,
} from '../../../schema/content/reviews/review.ts'
import { paths, productHref } from '../../../schema/paths.ts'
import { formatCount, formatQuantity } from '../../../schema/platform/count.ts'
import type { AppEnv } from '../../env.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import { REVIEWS_TAG } from './model-changes.sql.ts'
import { ReviewAnswer } from './product-reviews.tsx'
import { listReviews, type ReviewList, type ShownReview } from './review.sql.ts'
import { ReviewDate } from './review-date.tsx'

const KIND_LABELS: Record<ReviewKind, string> = { all: 'All', shop: 'Shop', tires: 'Tires' }
const STARS = [5, 4, 3, 2, 1] as const

/** Returns the URL of a changed query, on its first page unless `change` has one. */
function reviewsHref(query: ReviewQuery, change: Partial<ReviewQuery>, fragment = ''): string {
  const search = reviewSearch({ ...query, page: 1, ...change })
  return `${paths.reviews}${search ? `?${search}` : ''}${fragment}`
}

function About({
  review: { reviewer, createdAt, product, isVerified, size, condition },
}: {
  review: ShownReview
}) {
  const tire = formatSizeAndCondition(size, condition)
  return (
    <>
      {reviewer}, <ReviewDate at={createdAt} />
      {product ? (
        <>
          , about{' '}
          <a href={productHref({ sku: product.sku, parentSku: null, slug: product.slug })}>{product.name}</a>
        </>
      ) : tire ? (
        `, for ${tire}`
      ) : null}
      {isVerified ? ', verified buyer' : ''}
    </>
  )
}

function FiveStars({ query, list }: { query: ReviewQuery; list: ReviewList }) {
  const { top, stars } = list
  if (top.length === 0) return null
  const all = countReviews(stars.all)
  const max = Math.min(MAX_REVIEWS, stars.all[5])
  return (
    <section aria-labelledby="five-stars">
      <div className="chapter">
        <h2 className="t-40" id="five-stars">
          5-star reviews, {formatCount(stars.all[5])} of {formatCount(all)}
        </h2>
        {top.length < max ? (
          <a href={reviewsHref(query, { page: query.page, top: MAX_REVIEWS })} rel="nofollow">
            The newest {max}
          </a>
        ) : null}
      </div>
      <div className="quotes">
        {top.map((review) => (
          <figure key={review.id}>
            <blockquote>{review.text}</blockquote>
            <figcaption className="t-14 quiet">
              <About review={review} />
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  )
}

/** Renders the numbers of reviews by stars, as links that filter by them. */
function StarRows({ query, stars }: { query: ReviewQuery; stars: Distribution }) {
  const all = countReviews(stars)
  return (
    <ul className="star-rows" aria-label="By stars">
      {STARS.map((value) => (
        <li key={value}>
          <a
            href={reviewsHref(query, { stars: query.stars === value ? null : value }, '#all')}
            aria-current={query.stars === value ? 'true' : undefined}
            rel="nofollow"
          >
            <span className="num">{formatQuantity(value, 'star')}</span>
            <progress value={stars[value]} max={Math.max(all, 1)} aria-hidden="true" />
            <span className="num quiet">{formatCount(stars[value])}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function ReviewRow({ review }: { review: ShownReview }) {
  const { title, text, rating, answer } = review
  return (
    <li>
      <h3 className="t-22">{title || 'Without a title'}</h3>
      <p className="quiet t-14">
        {rating} of 5 stars. <About review={review} />
      </p>
      {text ? <p className="measure">{text}</p> : null}
      <ReviewAnswer answer={answer} />
    </li>
  )
}

function AllReviews({ query, list }: { query: ReviewQuery; list: ReviewList }) {
  const stars = list.stars[query.kind]
  const total = query.stars === null ? countReviews(stars) : stars[query.stars as keyof Distribution]
  const pages = Math.ceil(total / MAX_REVIEWS)
  const from = (query.page - 1) * MAX_REVIEWS + 1
  return (
    <section aria-labelledby="all">
      <div className="chapter">
        <h2 className="t-40" id="all">
          All reviews
        </h2>
        <Stars rating={averageRating(stars)} count={countReviews(stars)} />
      </div>
      <div className="reviews">
        <div>
          <ul className="chips" aria-label="What they’re about">
            {REVIEW_KINDS.map((kind) => (
              <li key={kind}>
                <a
                  className="chip"
                  href={reviewsHref(query, { kind, stars: null }, '#all')}
                  aria-current={kind === query.kind ? 'true' : undefined}
                >
                  {KIND_LABELS[kind]}{' '}
                  <span className="num">{formatCount(countReviews(list.stars[kind]))}</span>
                </a>
              </li>
            ))}
          </ul>
          <StarRows query={query} stars={stars} />
          <p className="quiet t-14">{REVIEW_POLICY}</p>
        </div>
        <div>
          {list.list.length > 0 ? (
            <ul className="review-rows">
              {list.list.map((review) => (
                <ReviewRow key={review.id} review={review} />
              ))}
            </ul>
          ) : (
            <EmptyState
              title={
                query.stars === null
                  ? 'No reviews yet'
                  : `No review with ${formatQuantity(query.stars, 'star')}`
              }
              {...(query.stars === null
                ? {}
                : { other: { href: reviewsHref(query, { stars: null }, '#all'), label: 'All of them' } })}
              level="h3"
            />
          )}
          <Pagination
            page={query.page}
            pages={pages}
            hrefFor={(page) => reviewsHref(query, { page }, '#all')}
            summary={`${from} to ${from + list.list.length - 1} of ${formatCount(total)}`}
          />
        </div>
      </div>
    </section>
  )
}

async function reviewsPage(c: Context<AppEnv>): Promise<Response> {
  const query = parseReviewQuery((name) => c.req.query(name))
  const list = await listReviews(c.env.DB, query)
  c.var.pageCache.tag([REVIEWS_TAG])
  const stars = list.stars[query.kind]
  const total = query.stars === null ? countReviews(stars) : stars[query.stars as keyof Distribution]
  const last = Math.max(1, Math.ceil(total / MAX_REVIEWS))
  if (query.page > last) return c.redirect(reviewsHref(query, { page: last }), 302)
  const all = countReviews(list.stars.all)
  const plain = query.kind === 'all' && query.stars === null
  return contentPage(c, {
    title: query.page > 1 ? `Reviews, page ${query.page}` : 'Reviews',
    description: `${formatCount(all)} reviews of our tires and our shop, ${averageRating(list.stars.all).toFixed(1)} of 5 stars on average. Good and bad alike.`,
    canonical: plain ? paths.reviews : null,
    breadcrumbs: [{ label: 'Home', href: paths.home }, { label: 'Reviews' }],
    kind: 'reviews',
    body: (
      <div className="wrap reviews-page">
        <h1 className="t-64">Reviews</h1>
        <FiveStars query={query} list={list} />
        <AllReviews query={query} list={list} />
      </div>
    ),
  })
}

export const reviewPages = new Hono<AppEnv>().get(paths.reviews, reviewsPage)
