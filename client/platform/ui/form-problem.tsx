import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

/** Why a form was not taken, where its fields do not say it. */
export function FormProblem({ form, children }: { form: { problem: string | null }; children?: ReactNode }) {
  return form.problem ? (
    <Alert tone="error" live>
      {children}
      {form.problem}
    </Alert>
  ) : null
}
