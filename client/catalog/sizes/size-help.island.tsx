import { useEffect, useState } from 'react'
import { EMPTY_MARKS, HELP_STEPS } from '../../../schema/catalog/sizes/size-help.ts'
import { Field } from '../../platform/ui/field.tsx'
import { Step, stepId } from './size-help-step.tsx'
import { SizeWizard } from './size-help-wizard.tsx'

/** Renders all eight steps below each other, for browsers without script; the form at the end is that of the finder. */
function AllSteps() {
  return (
    <div className="help-all">
      <nav aria-label="Steps">
        <ol className="help-list">
          {HELP_STEPS.map((step, index) => (
            <li key={step.id}>
              <a href={`#${stepId(step)}`}>
                <span>{index + 1}</span> {step.short}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {HELP_STEPS.map((step) => (
        <Step key={step.id} step={step} marks={EMPTY_MARKS} />
      ))}
      <form className="help-form" action="/t/s" method="get" aria-label="Your size">
        <Field name="width" id="help-width" label="Width" inputMode="numeric" pattern="[0-9]{3}" required />
        <Field
          name="aspect"
          id="help-aspect"
          label="Aspect ratio"
          inputMode="numeric"
          pattern="[0-9]{2}"
          required
        />
        <Field
          name="rim"
          id="help-rim"
          label="Wheel diameter"
          inputMode="numeric"
          pattern="[0-9]{2}"
          required
        />
        <button type="submit" className="button buy big">
          Show tires in this size
        </button>
      </form>
    </div>
  )
}

/** Returns the index of the step in the address, else 0. */
function readStepIndex(): number {
  return Math.max(
    0,
    HELP_STEPS.findIndex((step) => location.hash === `#${stepId(step)}`),
  )
}

/** Renders the size help on /sizes/: all steps from the server, and one step at a time after hydration. */
export default function SizeHelp() {
  const [first, setFirst] = useState<number | null>(null)
  useEffect(() => setFirst(readStepIndex()), [])
  return first === null ? <AllSteps /> : <SizeWizard first={first} />
}
