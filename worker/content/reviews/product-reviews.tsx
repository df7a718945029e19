/** The approved reviews of a product's model, good and bad, with their summary; and the questions that the shop answered. */
import { Alert } from '../../../client/platform/ui/alert.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { RatingStars, Stars } from '../../../client/platform/ui/stars.tsx'
import { formatSizeAndCondition } from '../../../schema/catalog/sizes/tire-text.ts'
import {
  MAX_REVIEWS,
  POINT_LABELS,
  REVIEW_MESSAGES,
  REVIEW_POINTS,
  REVIEW_POLICY,
} from '../../../schema/content/reviews/review.ts'
import { reviewFormHref, reviewPaths, reviewPhotoHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import type { AnsweredQuestion, ProductReview, ReviewSummary } from './product-reviews.sql.ts'
import { QuestionForm } from './question-form.tsx'
import { ReviewDate } from './review-date.tsx'

/** Fewest reviews with a point before its average is shown. */
const POINTS_FROM = 2
const ALL_STARS = [5, 4, 3, 2, 1] as const

interface ProductReviewsProps {
  reviews: readonly ProductReview[]
  summary: ReviewSummary
  /** Only reviews with this number of stars are shown; `null` for all. */
  stars: number | null
  /** Brand and model; `null` for a product without a model, whose reviews are its own. */
  model: string | null
  /** The path of the product's page. */
  path: string
  sku: string
  /** The reviews that this shopper has just voted for and reported. */
  done: { voted: number | null; reported: number | null }
}

/** Renders one bar: a label, its share, and its value. */
function Bar({ label, value, max, text }: { label: string; value: number; max: number; text: string }) {
  return (
    <li>
      <span className="num">{label}</span>
      <progress value={value} max={max} aria-hidden="true" />
      <span className="num quiet">{text}</span>
    </li>
  )
}

function Summary({ summary, path, chosen }: { summary: ReviewSummary; path: string; chosen: number | null }) {
  const { count, stars, points } = summary
  const shown = REVIEW_POINTS.filter((point) => points[point].count >= POINTS_FROM)
  return (
    <>
      <ul className="star-rows" aria-label="Reviews by stars">
        {ALL_STARS.map((value) => (
          <li key={value}>
            <a
              href={chosen === value ? `${path}#reviews` : `${path}?stars=${value}#reviews`}
              aria-current={chosen === value ? 'true' : undefined}
              rel="nofollow"
            >
              <span className="num">{formatQuantity(value, 'star')}</span>
              <progress value={stars[value]} max={count} aria-hidden="true" />
              <span className="num quiet">{stars[value]}</span>
            </a>
          </li>
        ))}
      </ul>
      {shown.length > 0 ? (
        <ul className="star-rows star-bars point-bars" aria-label="What buyers rate, of 5">
          {shown.map((point) => (
            <Bar
              key={point}
              label={POINT_LABELS[point]}
              value={points[point].average}
              max={5}
              text={points[point].average.toFixed(1)}
            />
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** Renders who wrote a review, when, and about which tire. */
export function ReviewByline({
  review,
}: {
  review: Pick<ProductReview, 'reviewer' | 'createdAt' | 'isVerified' | 'size' | 'condition'>
}) {
  const { reviewer, createdAt, isVerified, size, condition } = review
  const tire = formatSizeAndCondition(size, condition)
  return (
    <p className="quiet t-14">
      {reviewer}, <ReviewDate at={createdAt} />
      {isVerified ? <b className="review-verified">Verified buyer</b> : null}
      {tire ? <span className="review-tire">For {tire}</span> : null}
    </p>
  )
}

/** Renders what the shop answers to a review. */
export function ReviewAnswer({ answer }: { answer: string | null }) {
  return answer ? (
    <p className="measure review-text">
      <b>Treadline answers:</b> {answer}
    </p>
  ) : null
}

interface ReviewProps {
  review: ProductReview
  sku: string
  done: ProductReviewsProps['done']
}

function Review({ review, sku, done }: ReviewProps) {
  const { id, title, text, rating, helpful, photos, answer } = review
  const message =
    done.voted === id ? REVIEW_MESSAGES.voted : done.reported === id ? REVIEW_MESSAGES.reported : null
  const ofReview = <span className="visually-hidden">: {title || `review by ${review.reviewer}`}</span>
  return (
    <li id={`review-${id}`}>
      <h3 className="t-18">
        <RatingStars rating={rating} /> {title || 'Without a title'}
      </h3>
      <ReviewByline review={review} />
      <p className="measure review-text">{text}</p>
      {photos.length > 0 ? (
        <ul className="review-photos">
          {photos.map((photo, index) => (
            <li key={photo}>
              <a href={reviewPhotoHref(photo)}>
                <img
                  src={reviewPhotoHref(photo)}
                  alt={`${index + 1} of ${photos.length}, from the reviewer`}
                  width={96}
                  height={96}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <ReviewAnswer answer={answer} />
      {message ? (
        <p className="t-14" role="status">
          {message}
        </p>
      ) : (
        <form className="review-vote button-row t-14" method="post" action={reviewPaths.vote}>
          <input type="hidden" name="review" value={String(id)} />
          <input type="hidden" name="sku" value={sku} />
          <button type="submit" className="text-button">
            Helpful{helpful > 0 ? ` (${helpful})` : ''}
            {ofReview}
          </button>{' '}
          <button type="submit" className="text-button" name="report" value="1">
            Report
            {ofReview}
          </button>
        </form>
      )}
    </li>
  )
}

/** Renders the reviews of the model with their summary. */
export function ProductReviews({ reviews, summary, stars, model, path, sku, done }: ProductReviewsProps) {
  const { count, average } = summary
  const more = Math.min(count, MAX_REVIEWS)
  return (
    <section className="section wrap" aria-labelledby="reviews">
      <div className="chapter">
        <h2 className="t-40" id="reviews">
          What buyers say
        </h2>
        {count > 0 ? <Stars rating={average} count={count} /> : null}
      </div>
      <div className="reviews">
        <div>
          {count > 0 ? (
            <Summary summary={summary} path={path} chosen={stars} />
          ) : (
            <p>No reviews yet.{model ? ' Have you driven on it?' : null}</p>
          )}
          <p className="review-invite">
            <LinkButton href={reviewFormHref(sku)}>Write a review</LinkButton>
          </p>
          <p className="quiet t-14">
            {model && count > 0 ? `Reviews are for the ${model} in all sizes and conditions. ` : ''}
            {REVIEW_POLICY}
          </p>
        </div>
        {count > 0 ? (
          <div>
            {stars === null ? null : (
              <p>
                {reviews.length === 0
                  ? `No reviews with ${formatQuantity(stars, 'star')}. `
                  : `Reviews with ${formatQuantity(stars, 'star')}. `}
                <a href={`${path}#reviews`}>Show all {count}</a>
              </p>
            )}
            <ul className="review-rows">
              {reviews.map((review) => (
                <Review key={review.id} review={review} sku={sku} done={done} />
              ))}
            </ul>
            {stars === null && more > reviews.length ? (
              <p className="review-more">
                <a href={`${path}?reviews=${MAX_REVIEWS}#reviews`} rel="nofollow">
                  Show {count > MAX_REVIEWS ? `the ${MAX_REVIEWS} most helpful` : `all ${count}`}
                </a>
              </p>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  )
}

/** Renders the answered questions about the model and the form for a new one. */
export function ProductQuestions({
  questions,
  sku,
  asked,
}: {
  questions: readonly AnsweredQuestion[]
  sku: string
  /** Whether this shopper has just asked a question. */
  asked: boolean
}) {
  return (
    <section className="section wrap" aria-labelledby="questions">
      <div className="chapter">
        <h2 className="t-40" id="questions">
          Questions
        </h2>
      </div>
      {asked ? <Alert>{REVIEW_MESSAGES.asked}</Alert> : null}
      {questions.length > 0 ? (
        <ul className="product-questions">
          {questions.map(({ id, question, asker, answer, askedAt }) => (
            <li key={id}>
              <h3 className="t-18">{question}</h3>
              <p className="quiet t-14">
                {asker}, <ReviewDate at={askedAt} />
              </p>
              <p className="measure review-text">
                <b>Treadline:</b> {answer}
              </p>
            </li>
          ))}
        </ul>
      ) : null}
      {asked ? null : (
        <details className="review-write">
          <summary>Ask a question</summary>
          <QuestionForm sku={sku} />
        </details>
      )}
    </section>
  )
}
