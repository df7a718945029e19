/** The approved reviews of a product, good and bad, newest first. */
import { Stars } from '../../../client/platform/ui/stars.tsx'
import { MAX_REVIEWS, REVIEW_POLICY } from '../../../schema/content/reviews/review.ts'
import type { ShownReview } from './review.sql.ts'
import { ReviewForm } from './review-form.tsx'

const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: 'long',
  day: 'numeric',
  year: 'numeric',
})

/** Renders the reviews and the form for a new one. */
export function ProductReviews({
  reviews,
  count,
  rating,
  path,
  sku,
}: {
  reviews: readonly Omit<ShownReview, 'product'>[]
  /** The number of approved reviews; `rating` is their average. */
  count: number
  rating: number
  /** The path of the product's page. */
  path: string
  sku: string
}) {
  const more = Math.min(count, MAX_REVIEWS)
  return (
    <section className="section wrap" aria-labelledby="reviews">
      <div className="chapter">
        <h2 className="t-40" id="reviews">
          What buyers say
        </h2>
        {count > 0 ? <Stars rating={rating} count={count} /> : null}
      </div>
      {count === 0 ? <p>No reviews yet.</p> : null}
      {count > 0 ? (
        <ul className="product-reviews">
          {reviews.map(({ id, title, text, rating: own, reviewer, createdAt }) => (
            <li key={id}>
              <h3 className="t-18">{title || 'Without a title'}</h3>
              <p className="quiet t-14">
                {own} of 5 stars, {reviewer},{' '}
                <time dateTime={new Date(createdAt).toISOString().slice(0, 10)}>{day.format(createdAt)}</time>
              </p>
              <p className="measure">{text}</p>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="quiet t-14">{REVIEW_POLICY}</p>
      {more > reviews.length ? (
        <p>
          <a href={`${path}?reviews=${MAX_REVIEWS}#reviews`} rel="nofollow">
            Show {count > MAX_REVIEWS ? `the newest ${MAX_REVIEWS}` : `all ${count}`}
          </a>
        </p>
      ) : null}
      <details className="review-write">
        <summary>Write a review</summary>
        <ReviewForm sku={sku} />
      </details>
    </section>
  )
}
