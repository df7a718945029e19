/** /staff/reviews/: reviews and questions that await staff; with `?show=refused` those that staff refused. */
import type { Context } from 'hono'
import { Alert } from '../../client/platform/ui/alert.tsx'
import { Button } from '../../client/platform/ui/button.tsx'
import { FieldFrame } from '../../client/platform/ui/field.tsx'
import { Select } from '../../client/platform/ui/select.tsx'
import { ANSWER_MAX } from '../../schema/content/reviews/question-form.ts'
import { paths, productHref, reviewPhotoHref } from '../../schema/paths.ts'
import type { PendingReview } from '../../schema/staff/review-moderation.api.ts'
import { Timestamp } from '../content/chat/chat-view.tsx'
import type { AppEnv } from '../env.ts'
import {
  PENDING_REVIEWS_PER_PAGE,
  pendingReviews,
  readQuestions,
  refusedReviews,
  type StaffQuestion,
} from './review-moderation.sql.ts'
import { staffPage } from './staff-frame.tsx'

const REFUSED_HREF = `${paths.staffReviews}?show=refused`

/** Renders a button that restores a refused review or question. */
function RestoreForm({ name, id, label }: { name: 'review' | 'question'; id: number; label: string }) {
  return (
    <form method="post" action={paths.staffForm}>
      <input type="hidden" name={name} value={String(id)} />
      <Button type="submit" name="action" value={name === 'review' ? 'restore' : 'restore-question'}>
        {label}
      </Button>
    </form>
  )
}

function ReviewItem({ review, isRefused }: { review: PendingReview; isRefused: boolean }) {
  const { id, title, text, rating, reviewer, createdAt, product, photos } = review
  const titleId = `staff-review-${id}`
  return (
    <li className="staff-line">
      <h2 className="t-22" id={titleId}>
        {title}
      </h2>
      <p className="t-14 quiet">
        {reviewer}, <Timestamp at={createdAt} />, {product?.name ?? 'about the shop'},{' '}
        {rating === null ? 'without stars' : `${rating} of 5 stars`}
      </p>
      <p className="chat-text">{text}</p>
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
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {isRefused ? (
        <RestoreForm name="review" id={id} label="Move back to pending" />
      ) : (
        <form className="staff-review" method="post" action={paths.staffForm}>
          <input type="hidden" name="review" value={String(id)} />
          {rating === null ? (
            <Select
              name="rating"
              id={`rating-${id}`}
              label="Stars"
              options={[5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: String(stars) }))}
            />
          ) : null}
          <p className="button-row">
            <Button type="submit" name="action" value="approve" aria-describedby={titleId}>
              Approve
            </Button>
            <Button type="submit" kind="danger" name="action" value="refuse" aria-describedby={titleId}>
              Refuse
            </Button>
          </p>
        </form>
      )}
    </li>
  )
}

function QuestionItem({ line, isRefused }: { line: StaffQuestion; isRefused: boolean }) {
  const { id, question, asker, askedAt, product } = line
  const textId = `staff-question-${id}`
  return (
    <li className="staff-line">
      <h3 className="t-18" id={textId}>
        {question}
      </h3>
      <p className="t-14 quiet">
        {asker}, <Timestamp at={askedAt} />
        {product ? (
          <>
            , <a href={productHref({ ...product, parentSku: null })}>{product.name}</a>
          </>
        ) : null}
      </p>
      {isRefused ? (
        <RestoreForm name="question" id={id} label="Move back to waiting" />
      ) : (
        <form className="staff-review" method="post" action={paths.staffForm}>
          <input type="hidden" name="question" value={String(id)} />
          <FieldFrame id={`answer-${id}`} label="Answer">
            <textarea
              className="input"
              id={`answer-${id}`}
              name="text"
              rows={3}
              maxLength={ANSWER_MAX}
              aria-describedby={textId}
            />
          </FieldFrame>
          <p className="button-row">
            <Button type="submit" name="action" value="answer" aria-describedby={textId}>
              Answer
            </Button>
            <Button
              type="submit"
              kind="danger"
              name="action"
              value="refuse-question"
              aria-describedby={textId}
            >
              Refuse
            </Button>
          </p>
        </form>
      )}
    </li>
  )
}

const ALERTS: Readonly<Record<string, string>> = {
  'no-stars': 'That review has no stars; choose them first.',
  'no-answer': 'Write the answer first.',
  gone: 'Someone else has handled that already. Nothing was changed.',
}

export async function staffReviewsPage(c: Context<AppEnv>): Promise<Response> {
  const isRefused = c.req.query('show') === 'refused'
  const problem = ALERTS[c.req.query('problem') ?? '']
  const undo = /^\d{1,12}$/.test(c.req.query('undo') ?? '') ? Number(c.req.query('undo')) : null
  const undoQuestion = c.req.query('of') === 'question'
  const [{ reviews, total }, questions] = await Promise.all([
    (isRefused ? refusedReviews : pendingReviews)(c.env.DB, 1),
    readQuestions(c.env.DB, isRefused),
  ])
  return staffPage(c, isRefused ? 'Refused reviews' : 'Pending reviews', paths.staffReviews, [
    problem ? (
      <Alert key="problem" tone="error">
        {problem}
      </Alert>
    ) : null,
    undo !== null && !isRefused ? (
      <Alert key="undo">
        Refused. It won’t be shown.{' '}
        <RestoreForm name={undoQuestion ? 'question' : 'review'} id={undo} label="Undo" />
      </Alert>
    ) : null,
    <p key="other">
      {isRefused ? (
        <a href={paths.staffReviews}>Pending reviews and questions</a>
      ) : (
        <a href={REFUSED_HREF}>Refused reviews and questions</a>
      )}
    </p>,
    reviews.length === 0 ? (
      <p key="none">{isRefused ? 'No refused reviews.' : 'No pending reviews.'}</p>
    ) : (
      <ul className="staff-list" key="list">
        {reviews.map((review) => (
          <ReviewItem key={review.id} review={review} isRefused={isRefused} />
        ))}
      </ul>
    ),
    total > PENDING_REVIEWS_PER_PAGE ? (
      <p key="more">{total - PENDING_REVIEWS_PER_PAGE} more after these.</p>
    ) : null,
    <h2 key="questions">Questions</h2>,
    questions.length === 0 ? (
      <p key="no-questions">{isRefused ? 'No refused questions.' : 'No questions are waiting.'}</p>
    ) : (
      <ul className="staff-list" key="question-list">
        {questions.map((line) => (
          <QuestionItem key={line.id} line={line} isRefused={isRefused} />
        ))}
      </ul>
    ),
  ])
}
