/**
 * /staff/reviews/: reviews and questions that await staff; with `?show=posted` those that are shown, to find one and take it
 * down; with `?show=flagged` those that a shopper or staff want a second look at; with `?show=refused` those that staff refused or took down.
 */
import type { Context } from 'hono'
import { Alert } from '../../client/platform/ui/alert.tsx'
import { Button } from '../../client/platform/ui/button.tsx'
import { FieldFrame } from '../../client/platform/ui/field.tsx'
import { Select } from '../../client/platform/ui/select.tsx'
import { ANSWER_MAX } from '../../schema/content/reviews/question-form.ts'
import { paths, productHref, reviewPhotoHref } from '../../schema/paths.ts'
import type { PendingReview } from '../../schema/staff/review-moderation.api.ts'
import type { AppEnv } from '../env.ts'
import { staffPage } from './frame/staff-page.tsx'
import { StaffSearch } from './frame/staff-search.tsx'
import { Timestamp } from './frame/timestamp.tsx'
import {
  flaggedReviews,
  PENDING_REVIEWS_PER_PAGE,
  parsePostedSearch,
  pendingReviews,
  postedQuestions,
  postedReviews,
  refusedQuestions,
  refusedReviews,
  type StaffQuestion,
  waitingQuestions,
} from './review-moderation.sql.ts'

const VIEWS = {
  pending: {
    title: 'Pending reviews',
    reviews: 'No pending reviews.',
    questions: 'No questions are waiting.',
  },
  posted: {
    title: 'Posted reviews',
    reviews: 'No posted reviews found.',
    questions: 'No answered questions found.',
  },
  flagged: { title: 'Reported reviews', reviews: 'No reported reviews.', questions: '' },
  refused: { title: 'Refused reviews', reviews: 'No refused reviews.', questions: 'No refused questions.' },
} as const
type View = keyof typeof VIEWS
const isView = (text: string): text is View => Object.hasOwn(VIEWS, text)

/** Renders a form with one button for one review, question or photo. */
function ActionForm({
  name,
  id,
  action,
  label,
  isDanger = false,
  describedBy,
}: {
  name: 'review' | 'question' | 'photo'
  id: number
  action: string
  label: string
  isDanger?: boolean
  describedBy?: string
}) {
  return (
    <form method="post" action={paths.staffForm}>
      <input type="hidden" name={name} value={String(id)} />
      <Button
        type="submit"
        name="action"
        value={action}
        aria-describedby={describedBy}
        {...(isDanger ? { kind: 'danger' as const } : {})}
      >
        {label}
      </Button>
    </form>
  )
}

function Photos({ review, view }: { review: PendingReview; view: View }) {
  const photos = [...review.photos, ...review.removedPhotos]
  if (photos.length === 0) return null
  return (
    <ul className="review-photos">
      {photos.map((photo, index) => {
        const isRemoved = review.removedPhotos.includes(photo)
        return (
          <li key={photo}>
            <a href={reviewPhotoHref(photo)}>
              <img
                src={reviewPhotoHref(photo)}
                alt={`${index + 1} of ${photos.length}, from the reviewer${isRemoved ? ', taken down' : ''}`}
                width={96}
                height={96}
              />
            </a>
            {view === 'refused' ? null : (
              <ActionForm
                name="photo"
                id={photo}
                action={isRemoved ? 'restore-photo' : 'remove-photo'}
                label={isRemoved ? 'Show again' : 'Take down'}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function ReviewItem({ review, view }: { review: PendingReview; view: View }) {
  const { id, title, text, rating, reviewer, createdAt, product } = review
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
      <Photos review={review} view={view} />
      {view === 'refused' ? (
        <ActionForm name="review" id={id} action="restore" label="Move back to pending" />
      ) : null}
      {view === 'posted' || view === 'flagged' ? (
        <>
          <AnswerForm id={id} answer={review.answer} describedBy={titleId} />
          <div className="button-row">
            <ActionForm
              name="review"
              id={id}
              {...(review.flaggedAt === null
                ? { action: 'flag-review', label: 'Flag for a second look' }
                : { action: 'check-review', label: 'Leave it on the shop' })}
              describedBy={titleId}
            />
            <ActionForm
              name="review"
              id={id}
              action="remove"
              label="Take down"
              isDanger
              describedBy={titleId}
            />
          </div>
        </>
      ) : null}
      {view === 'pending' ? (
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
      ) : null}
    </li>
  )
}

/** The public answer of the shop. */
function AnswerForm({ id, answer, describedBy }: { id: number; answer: string | null; describedBy: string }) {
  return (
    <form className="staff-review" method="post" action={paths.staffForm}>
      <input type="hidden" name="review" value={String(id)} />
      <FieldFrame id={`review-answer-${id}`} label="Our answer, for everyone; empty for none">
        <textarea
          className="input"
          id={`review-answer-${id}`}
          name="text"
          rows={3}
          maxLength={ANSWER_MAX}
          defaultValue={answer ?? ''}
          aria-describedby={describedBy}
        />
      </FieldFrame>
      <Button type="submit" name="action" value="answer-review" aria-describedby={describedBy}>
        Save the answer
      </Button>
    </form>
  )
}

function QuestionItem({ line, view }: { line: StaffQuestion; view: View }) {
  const { id, question, answer, isAnswered, asker, askedAt, product } = line
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
      {isAnswered ? <p className="chat-text">{answer}</p> : null}
      {view === 'refused' ? (
        <ActionForm
          name="question"
          id={id}
          action="restore-question"
          label={isAnswered ? 'Show again' : 'Move back to waiting'}
        />
      ) : null}
      {view === 'posted' ? (
        <div className="button-row">
          <ActionForm
            name="question"
            id={id}
            action="remove-answer"
            label="Take down the answer"
            describedBy={textId}
          />
          <ActionForm
            name="question"
            id={id}
            action="remove-question"
            label="Take down both"
            isDanger
            describedBy={textId}
          />
        </div>
      ) : null}
      {view === 'pending' ? (
        <form className="staff-review" method="post" action={paths.staffForm}>
          <input type="hidden" name="question" value={String(id)} />
          <FieldFrame id={`answer-${id}`} label="Answer">
            <textarea
              className="input"
              id={`answer-${id}`}
              name="text"
              rows={3}
              maxLength={ANSWER_MAX}
              defaultValue={answer ?? ''}
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
      ) : null}
    </li>
  )
}

const ALERTS: Readonly<Record<string, string>> = {
  'no-stars': 'That review has no stars; choose them first.',
  'no-answer': 'Write the answer first.',
  gone: 'Someone else has handled that already. Nothing was changed.',
}

/** What was done, by `of` of the address, and how it is undone. */
const DONE = {
  review: { name: 'review', action: 'restore', message: 'Refused. It won’t be shown.' },
  posted: { name: 'review', action: 'republish', message: 'Taken down. It’s no longer shown.' },
  question: { name: 'question', action: 'restore-question', message: 'Refused. It won’t be shown.' },
  'posted-question': {
    name: 'question',
    action: 'restore-question',
    message: 'Taken down with its answer. They’re no longer shown.',
  },
  photo: { name: 'photo', action: 'restore-photo', message: 'Photo taken down. It’s no longer shown.' },
} as const

/** What was done and needs no undo: its opposite stands beside it. */
const SAVED: Readonly<Record<string, string>> = {
  answer: 'Answer taken down. The question waits below with its text: change it, or answer again.',
  'review-answer': 'Saved. The shop shows it under the review.',
  flag: 'It’s on this list now, and stays on the shop until someone decides.',
  check: 'It stays on the shop.',
}

function Done({ c }: { c: Context<AppEnv> }) {
  const saved = SAVED[c.req.query('done') ?? '']
  if (saved) return <Alert focus>{saved}</Alert>
  const undo = c.req.query('undo') ?? ''
  const of = c.req.query('of') ?? ''
  const { name, action, message } = Object.hasOwn(DONE, of) ? DONE[of as keyof typeof DONE] : DONE.review
  if (!/^\d{1,12}$/.test(undo)) return null
  return (
    <Alert focus>
      {message} <ActionForm name={name} id={Number(undo)} action={action} label="Undo" />
    </Alert>
  )
}

/** Reads the reviews and questions of a view. */
function readView({ DB }: AppEnv['Bindings'], view: View, query: string) {
  const search = parsePostedSearch(query)
  return {
    pending: () => Promise.all([pendingReviews(DB, 1), waitingQuestions(DB)]),
    posted: () => Promise.all([postedReviews(DB, search), postedQuestions(DB, search)]),
    flagged: () => Promise.all([flaggedReviews(DB), []]),
    refused: () => Promise.all([refusedReviews(DB, 1), refusedQuestions(DB)]),
  }[view]()
}

export async function staffReviewsPage(c: Context<AppEnv>): Promise<Response> {
  const show = c.req.query('show') ?? ''
  const view: View = isView(show) ? show : 'pending'
  const query = c.req.query('q') ?? ''
  const problem = ALERTS[c.req.query('problem') ?? '']
  const [{ reviews, total }, questions] = await readView(c.env, view, query)
  const { title, ...none } = VIEWS[view]
  return staffPage(c, {
    title,
    current: paths.staffReviews,
    body: [
      problem ? (
        <Alert key="problem" tone="error" focus>
          {problem}
        </Alert>
      ) : (
        <Done key="done" c={c} />
      ),
      <p key="views" className="button-row">
        {Object.entries(VIEWS).map(([name, { title }]) =>
          name === view ? null : (
            <a
              key={name}
              href={name === 'pending' ? paths.staffReviews : `${paths.staffReviews}?show=${name}`}
            >
              {name === 'flagged' ? title : `${title} and questions`}
            </a>
          ),
        )}
      </p>,
      view === 'posted' ? (
        <StaffSearch
          key="search"
          action={paths.staffReviews}
          text={query}
          label="Text, name, product, sku, or the address of a product page"
          maxLength={200}
          hidden={<input type="hidden" name="show" value="posted" />}
        />
      ) : null,
      reviews.length === 0 ? (
        <p key="none">{none.reviews}</p>
      ) : (
        <ul className="staff-list" key="list">
          {reviews.map((review) => (
            <ReviewItem key={review.id} review={review} view={view} />
          ))}
        </ul>
      ),
      total > PENDING_REVIEWS_PER_PAGE ? (
        <p key="more">{total - PENDING_REVIEWS_PER_PAGE} more after these.</p>
      ) : null,
      view === 'flagged' ? null : <h2 key="questions">Questions</h2>,
      view === 'flagged' ? null : questions.length === 0 ? (
        <p key="no-questions">{none.questions}</p>
      ) : (
        <ul className="staff-list" key="question-list">
          {questions.map((line) => (
            <QuestionItem key={line.id} line={line} view={view} />
          ))}
        </ul>
      ),
    ],
  })
}
