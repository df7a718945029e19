import type { ComponentProps, ReactNode } from 'react'
import { fieldLabel } from '../../../schema/platform/forms/field.ts'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { FormProblem } from '../ui/form-problem.tsx'

interface Props extends Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'wide'> {
  form: { busy: boolean; problem: string | null; refusals: number; wrong: readonly string[] }
  /** The heading above the errors. */
  title?: string | undefined
  /** Whether the summary gets the focus when it appears. */
  focus?: boolean
  /** The error of a field that cannot show it itself. */
  why?: ReactNode
  /** Shown between the errors and the button. */
  note?: ReactNode
  /** The label of the button. */
  children: ReactNode
  /** A second action beside the button, such as a link back. */
  other?: ReactNode
}

/** Shows the errors of a form, then its button. */
export function FormFooter({ form, title, focus, why, note, children, other, ...buttonProps }: Props) {
  const heading = title ? <strong className="note-title">{title}</strong> : null
  const button = (
    <Button type="submit" busy={form.busy} {...buttonProps}>
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
          fields={form.wrong.map((name) => ({ id: name, label: fieldLabel(name) }))}
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
