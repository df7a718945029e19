import { formatQuantity } from '../../../schema/platform/count.ts'

const STAR = [7, 0.6, 8.6, 4.7, 13, 5, 9.6, 7.7, 10.7, 12, 7, 9.6, 3.3, 12, 4.4, 7.7, 1, 5, 5.4, 4.7]
const STEP = 15.5

function star(at: number): string {
  const points = STAR.map((n, i) => (i % 2 ? n : Math.round((n + at * STEP) * 10) / 10))
  return `M${points.join(' ')}z`
}
const FIVE = [0, 1, 2, 3, 4].map(star).join('')

/** Renders a rating of up to 5 stars with its number and the count of reviews; without reviews a text instead. */
export function Stars({ rating, count }: { rating: number; count: number }) {
  if (count === 0) return <span className="stars">No reviews yet</span>
  const whole = Math.floor(rating)
  return (
    <span
      className="stars"
      role="img"
      aria-label={`${rating.toFixed(1)} of 5 stars, ${formatQuantity(count, 'review')}`}
    >
      <svg viewBox="0 0 76 13" width="76" height="13" aria-hidden="true">
        <path className="stars-edge" d={FIVE} />
        <svg width={whole * STEP + (rating - whole) * 14} height="13" aria-hidden="true">
          <path d={FIVE} />
        </svg>
      </svg>
      <span aria-hidden="true">
        {rating.toFixed(1)} ({count.toLocaleString('en-US')})
      </span>
    </span>
  )
}

/** Renders the whole stars of one review. */
export function RatingStars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} of 5 stars`}>
      <svg viewBox="0 0 76 13" width="76" height="13" aria-hidden="true">
        <path className="stars-edge" d={FIVE} />
        <svg width={rating * STEP} height="13" aria-hidden="true">
          <path d={FIVE} />
        </svg>
      </svg>
    </span>
  )
}
