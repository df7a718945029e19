/** The form for a question about a product, on its page, and on a page of its own after errors. */
import { Button } from '../../../client/platform/ui/button.tsx'
import { ErrorSummary, toErrorSummary } from '../../../client/platform/ui/error-summary.tsx'
import { describedBy, Field, FieldFrame } from '../../../client/platform/ui/field.tsx'
import {
  NO_QUESTION,
  QUESTION_LENGTHS,
  type QuestionErrors,
  type QuestionTexts,
} from '../../../schema/content/reviews/question-form.ts'
import { QUESTION_ANSWERED } from '../../../schema/content/reviews/review.ts'
import { REVIEW_FORM_MESSAGES } from '../../../schema/content/reviews/review-form.ts'
import { questionFormHref } from '../../../schema/paths.ts'

const ERROR_FIELDS = {
  question: { id: 'question-text', label: 'Your question' },
  nickname: { id: 'question-nickname', label: 'Your name' },
}

export function QuestionForm({
  sku,
  texts = NO_QUESTION,
  errors = {},
}: {
  sku: string
  texts?: QuestionTexts
  errors?: QuestionErrors
}) {
  return (
    <form className="review-form form-grid" method="post" action={questionFormHref(sku)}>
      <ErrorSummary focus fields={toErrorSummary(errors, ERROR_FIELDS)} />
      <FieldFrame id="question-text" label="Your question" error={errors.question}>
        <textarea
          className="input"
          id="question-text"
          name="question"
          rows={3}
          maxLength={QUESTION_LENGTHS.question}
          defaultValue={texts.question}
          aria-invalid={errors.question ? true : undefined}
          aria-describedby={describedBy('question-text', { error: errors.question })}
        />
      </FieldFrame>
      <Field
        name="nickname"
        id="question-nickname"
        label={REVIEW_FORM_MESSAGES.name}
        hint={`We’ll show your question here with our answer, ${QUESTION_ANSWERED}.`}
        autoComplete="nickname"
        maxLength={QUESTION_LENGTHS.nickname}
        defaultValue={texts.nickname}
        error={errors.nickname}
      />
      <Button type="submit">Send question</Button>
    </form>
  )
}
