/** The form for a review, on a page of its own. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Radio } from '../../../client/platform/ui/check.tsx'
import { ErrorSummary, toErrorSummary } from '../../../client/platform/ui/error-summary.tsx'
import { describedBy, Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { RatingStars } from '../../../client/platform/ui/stars.tsx'
import { POINT_LABELS, REVIEW_LENGTHS, REVIEW_POINTS } from '../../../schema/content/reviews/review.ts'
import {
  NO_REVIEW,
  REVIEW_ERROR_FIELDS,
  REVIEW_FORM_MESSAGES,
  type ReviewErrors,
  type ReviewPoints,
  type ReviewTexts,
} from '../../../schema/content/reviews/review-form.ts'
import { PHOTO_MEGABYTES, PHOTOS_MAX } from '../../../schema/content/reviews/review-photo.ts'
import { IMAGE_TYPES } from '../../../schema/platform/forms/file-signature.ts'

export interface ReviewFormProps {
  /** The address of the form, with the product and with the signed order of a mail. */
  action: string
  /** Whether the product is a tire, which has points for grip, noise and tread life. */
  isTire: boolean
  texts?: ReviewTexts
  points?: ReviewPoints | null
  errors?: ReviewErrors
}

/** Renders the points as rows of five buttons; none is required. */
function Points({ points }: { points: ReviewPoints | null }) {
  return (
    <fieldset className="field review-points">
      <legend className="field-label">Rate what you know (optional, 5 is best)</legend>
      {REVIEW_POINTS.map((point) => (
        <div key={point} role="radiogroup" aria-label={POINT_LABELS[point]}>
          <span aria-hidden="true">{POINT_LABELS[point]}</span>
          {['1', '2', '3', '4', '5'].map((value) => (
            <Radio
              key={value}
              name={point}
              value={value}
              label={value}
              defaultChecked={String(points?.[point] ?? '') === value}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}

export function ReviewForm({
  action,
  isTire,
  texts = NO_REVIEW,
  points = null,
  errors = {},
}: ReviewFormProps) {
  return (
    <form
      className="review-form form-grid"
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
    >
      <ErrorSummary focus fields={toErrorSummary(errors, REVIEW_ERROR_FIELDS)} />
      <fieldset
        className="field review-stars"
        aria-describedby={describedBy('review-rating', { error: errors.rating })}
      >
        <legend className="field-label">Stars</legend>
        {[5, 4, 3, 2, 1].map((stars) => (
          <Radio
            key={stars}
            id={stars === 5 ? 'review-rating' : undefined}
            name="rating"
            value={String(stars)}
            label={<RatingStars rating={stars} />}
            defaultChecked={texts.rating === String(stars)}
          />
        ))}
        {errors.rating ? (
          <p className="field-error" id="review-rating-error">
            {errors.rating}
          </p>
        ) : null}
      </fieldset>
      {isTire ? <Points points={points} /> : null}
      <Field
        name="title"
        id="review-title"
        label="Title"
        maxLength={REVIEW_LENGTHS.title}
        defaultValue={texts.title}
        error={errors.title}
      />
      <FieldFrame id="review-detail" label="What was it like?" error={errors.detail}>
        <textarea
          className="input"
          id="review-detail"
          name="detail"
          rows={5}
          maxLength={REVIEW_LENGTHS.text}
          defaultValue={texts.detail}
          aria-invalid={errors.detail ? true : undefined}
          aria-describedby={describedBy('review-detail', { error: errors.detail })}
        />
      </FieldFrame>
      <Field
        name="nickname"
        id="review-nickname"
        label={REVIEW_FORM_MESSAGES.name}
        hint="If you’re signed in, leave it empty to use your first name."
        autoComplete="nickname"
        maxLength={REVIEW_LENGTHS.name}
        defaultValue={texts.nickname}
        error={errors.nickname}
      />
      <FieldFrame
        id="review-photos"
        label={`Photos (optional, up to ${PHOTOS_MAX})`}
        hint={`JPEG, PNG or WebP, up to ${PHOTO_MEGABYTES} MB each. We remove the place where they were taken.`}
        error={errors.photos}
      >
        <input
          className="input"
          type="file"
          id="review-photos"
          name="photos"
          multiple
          accept={IMAGE_TYPES.join(',')}
          aria-invalid={errors.photos ? true : undefined}
          aria-describedby={describedBy('review-photos', { hint: true, error: errors.photos })}
        />
      </FieldFrame>
      <Button type="submit">Send review</Button>
    </form>
  )
}
