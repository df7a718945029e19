import type { ReactNode } from 'react'
import { Alert } from './alert.tsx'

interface Props {
  form: { problem: string | null; refusals: number }
  children?: ReactNode
}

/** Renders why a form was rejected, unless its fields show that. */
export function FormProblem({ form, children }: Props) {
  return form.problem ? (
    // With the key, a screen reader also speaks the same message of a second refusal.
    <Alert key={form.refusals} tone="error" live>
      {children}
      {form.problem}
    </Alert>
  ) : null
}
