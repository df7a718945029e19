import type { ReactNode } from 'react'
import type { FieldName } from '../../../schema/platform/forms/field.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorSummary } from '../../platform/ui/error-summary.tsx'

const WORDS: Readonly<Partial<Record<FieldName, string>>> = {
  emailAddress: 'E-mail',
  firstName: 'First name',
  lastName: 'Last name',
  phoneNumber: 'Phone',
  password: 'Password',
  rPassword: 'Repeat password',
  acceptTermsAndConditions: 'Terms and conditions',
}

/** What is wrong, under a fixed title, and the button. */
export function FormFooter({
  title,
  form,
  children,
}: {
  title?: string | undefined
  form: { busy: boolean; problem: string | null; wrong: readonly FieldName[] }
  /** Of the button. */
  children: ReactNode
}) {
  const heading = title ? <strong className="sign-in-title">{title}</strong> : null
  return (
    <>
      {form.problem ? (
        <Alert tone="error" live>
          {heading}
          {form.problem}
        </Alert>
      ) : (
        <ErrorSummary
          title={heading}
          fields={form.wrong.map((name) => ({ id: name, word: WORDS[name] ?? name }))}
        />
      )}
      <Button type="submit" size="big" wide busy={form.busy}>
        {children}
      </Button>
    </>
  )
}
