import type { ReactNode } from 'react'
import { fieldLabel } from '../../../schema/identity/location/field-labels.ts'
import type { FieldName } from '../../../schema/platform/forms/field.ts'
import { Alert } from '../../platform/ui/alert.tsx'
import { Button } from '../../platform/ui/button.tsx'
import { ErrorSummary } from '../../platform/ui/error-summary.tsx'

const WORDS: Readonly<Partial<Record<FieldName, string>>> = {
  companyName: 'Company',
  companyEmail: 'Company e-mail',
  ein: 'EIN',
  documents: 'Documents',
  oldPassword: 'Current password',
  currentPassword: 'Your password',
  password: 'Password',
  rPassword: 'Repeat password',
}

/** What is wrong, under a fixed title, then the button and one way back. */
export function AccountFormFooter({
  title,
  form,
  kind = 'plain',
  children,
  other,
}: {
  title?: string
  form: { busy: boolean; problem: string | null; wrong: readonly FieldName[] }
  kind?: 'plain' | 'danger'
  /** Of the button. */
  children: ReactNode
  other?: ReactNode
}) {
  const heading = title ? <strong className="account-trouble">{title}</strong> : null
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
          fields={form.wrong.map((name) => ({ id: name, word: WORDS[name] ?? fieldLabel(name) }))}
        />
      )}
      <p className="button-row">
        <Button type="submit" kind={kind} busy={form.busy}>
          {children}
        </Button>
        {other}
      </p>
    </>
  )
}
