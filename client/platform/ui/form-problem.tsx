import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

/** Renders why a form was rejected, unless its fields show that. */
export function FormProblem({ form, children }: { form: { problem: string | null }; children?: ReactNode }) {
  return form.problem ? (
    <Alert tone="error" live>
      {children}
      {form.problem}
    </Alert>
  ) : null
}
