import type { ComponentProps, ReactNode } from 'react'
import { fieldLabel } from '../../../schema/platform/forms/field.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormProblem } from '../ui/form-problem.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'wide'> {
  form: { busy: boolean; problem: string | null; wrong: readonly string[] }
  /** Stands over what is wrong. */
  title?: string | undefined
  /** Whether the summary takes the focus when it appears. */
  focus?: boolean
  /** Why, for a field that has no room for it. */
  why?: ReactNode
  /** Stands between what is wrong and the button. */
  note?: ReactNode
  /** Of the button. */
  children: ReactNode
  /** One way back, beside the button. */
  other?: ReactNode
}

/** What is wrong with a form, then its button. */
export function FormFooter({ form, title, focus, why, note, children, other, ...look }: Props) {
  const heading = title ? <strong className="note-title">{title}</strong> : null
  const button = (
    <Button type="submit" busy={form.busy} {...look}>
      {children}
    </Button>
  )
  return (
    <>
      {form.problem ? (
        <FormProblem form={form}>{heading}</FormProblem>
      ) : (
        <ErrorSummary
          title={heading}
          fields={form.wrong.map((name) => ({ id: name, word: fieldLabel(name) }))}
          focus={focus ?? false}
        >
          {why}
        </ErrorSummary>
      )}
      {note}
      {other ? (
        <p className="button-row">
          {button}
          {other}
        </p>
      ) : (
        button
      )}
    </>
  )
}
