import { fieldLabel } from '../../../schema/identity/location/field-labels.ts'
import { ErrorSummary } from '../../platform/ui/error-summary.tsx'
import type { useStepForm } from './use-step-form.ts'

/** Which fields of a step need a look; a way to pay says here why it is not taken, beside the button. */
export function StepErrorSummary({ form }: { form: ReturnType<typeof useStepForm> }) {
  return (
    <ErrorSummary
      fields={form.wrong.map((name) => ({ id: name, word: fieldLabel(name) }))}
      focus={form.answered}
    >
      {form.errors.paymentMethod}
    </ErrorSummary>
  )
}
