/** The form for a review, on a product's page, and on a page of its own after errors. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { Radio } from '../../../client/platform/ui/check.tsx'
import { describedBy, Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import { REVIEW_LENGTHS } from '../../../schema/content/reviews/review.ts'
import {
  NO_REVIEW,
  REVIEW_FORM_MESSAGES,
  type ReviewErrors,
  type ReviewTexts,
} from '../../../schema/content/reviews/review-form.ts'
import { reviewFormHref } from '../../../schema/paths.ts'

export function ReviewForm({
  sku,
  texts = NO_REVIEW,
  errors = {},
}: {
  sku: string
  texts?: ReviewTexts
  errors?: ReviewErrors
}) {
  return (
    <form className="review-form form-grid" method="post" action={reviewFormHref(sku)}>
      <fieldset
        className="field review-stars"
        aria-describedby={describedBy('review-rating', { error: errors.rating })}
      >
        <legend className="field-label">Stars</legend>
        {['5', '4', '3', '2', '1'].map((stars) => (
          <Radio
            key={stars}
            name="rating"
            value={stars}
            label={stars}
            defaultChecked={texts.rating === stars}
          />
        ))}
        {errors.rating ? (
          <p className="field-error" id="review-rating-error">
            {errors.rating}
          </p>
        ) : null}
      </fieldset>
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
      <Button type="submit">Send review</Button>
    </form>
  )
}
