/** /customer/account/reviews/: a customer's own reviews with their state, and the tires of their orders without a review. */
import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { AccountFrame } from '../../../client/account/account-frame.tsx'
import { LinkButton } from '../../../client/platform/ui/button.tsx'
import { EmptyState } from '../../../client/platform/ui/empty-state.tsx'
import { RatingStars } from '../../../client/platform/ui/stars.tsx'
import { Tag } from '../../../client/platform/ui/tag.tsx'
import { signInHref } from '../../../schema/identity/sign-in/sign-in.api.ts'
import { paths, productHref, reviewFormHref } from '../../../schema/paths.ts'
import type { AppEnv } from '../../env.ts'
import { getCurrentCustomer } from '../../identity/session/current-customer.ts'
import { contentPage } from '../../platform/page/content-page.ts'
import type { TireToReview } from './bought-products.sql.ts'
import { type OwnReview, readOwnReviews } from './own-reviews.sql.ts'
import { ReviewAnswer } from './product-reviews.tsx'
import { ReviewDate } from './review-date.tsx'

const STATES = { shown: 'Posted', pending: 'Being checked', refused: 'Not posted' } as const

function ToReview({ tires }: { tires: readonly TireToReview[] }) {
  if (tires.length === 0) return null
  return (
    <section className="account-section" aria-labelledby="to-review">
      <h2 className="t-28" id="to-review">
        Tires you bought
      </h2>
      <ul className="account-list">
        {tires.map(({ sku, title, size }) => (
          <li key={sku}>
            <div>
              <b>{title}</b>
              <p className="t-14 quiet">{size}</p>
            </div>
            <LinkButton href={reviewFormHref(sku)}>
              Review it<span className="visually-hidden">: {title}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Own({ review }: { review: OwnReview }) {
  const { title, text, rating, createdAt, state, helpful, product, answer } = review
  return (
    <li>
      <div>
        <h3 className="t-18">
          {rating === null ? null : <RatingStars rating={rating} />} {title}
        </h3>
        <p className="t-14 quiet">
          {product ? <a href={productHref(product)}>{product.name}</a> : 'About the shop'},{' '}
          <ReviewDate at={createdAt} />
          {helpful > 0 ? `, helpful to ${helpful}` : ''}
        </p>
        <p className="measure review-text">{text}</p>
        <ReviewAnswer answer={answer} />
      </div>
      <Tag kind={state === 'shown' ? 'filled' : 'plain'}>{STATES[state]}</Tag>
    </li>
  )
}

/** Renders the reviews of a customer and the tires that they may review. */
export async function renderAccountReviews(db: D1Database, customerId: number): Promise<ReactNode> {
  const { reviews, tires } = await readOwnReviews(db, customerId)
  return (
    <AccountFrame title="Your reviews" current={paths.accountReviews} notice={null}>
      {reviews.length === 0 && tires.length === 0 ? (
        <EmptyState title="No reviews yet" action={{ href: paths.home, label: 'Find tires' }}>
          <p>Once you’ve bought tires here, you can review them on this page.</p>
        </EmptyState>
      ) : null}
      <ToReview tires={tires} />
      {reviews.length > 0 ? (
        <section className="account-section" aria-labelledby="own-reviews">
          <h2 className="t-28" id="own-reviews">
            What you wrote
          </h2>
          <ul className="account-list">
            {reviews.map((review) => (
              <Own key={review.id} review={review} />
            ))}
          </ul>
        </section>
      ) : null}
    </AccountFrame>
  )
}

export async function accountReviewsPage(c: Context<AppEnv>): Promise<Response> {
  const session = await getCurrentCustomer(c)
  if (!session) return c.redirect(signInHref(paths.login, paths.accountReviews), 303)
  c.header('Cache-Control', 'private, no-store')
  return contentPage(c, {
    title: 'Your reviews',
    description: 'Your reviews.',
    canonical: null,
    kind: 'account',
    body: await renderAccountReviews(c.env.DB, session.customerId),
  })
}
