import type { ReactNode } from 'react'
import { type CheckoutStep, STEP_TITLES } from '../../../schema/checkout/checkout.ts'
import { paths } from '../../../schema/paths.ts'

interface Props {
  step: CheckoutStep
  number: number
  state: 'done' | 'open' | 'later'
  /** The values of a done step, or the content of a later step, in one line. */
  summary?: string
  onEdit?: () => void
  children?: ReactNode
}

/** A numbered step: a done step is one line with an Edit button, the open step is its form, a later step is gray. */
export function StepFrame({ step, number, state, summary, onEdit, children }: Props) {
  return (
    <section className={`step step-${state}`} id={`step-${step}`} aria-labelledby={`title-${step}`}>
      <span className="step-number cond" aria-hidden="true">
        {number}
      </span>
      <div className="step-head">
        <div>
          <h2 className="t-28" id={`title-${step}`} tabIndex={-1}>
            <span className="visually-hidden">Step {number}: </span>
            {STEP_TITLES[step]}
          </h2>
          {state !== 'open' && summary ? <p className="step-line">{summary}</p> : null}
        </div>
        {state === 'done' ? (
          <form
            method="post"
            action={paths.checkoutForm}
            onSubmit={(event) => {
              event.preventDefault()
              onEdit?.()
            }}
          >
            <input type="hidden" name="action" value="edit" />
            <input type="hidden" name="step" value={step} />
            <button type="submit" className="text-button">
              Edit<span className="visually-hidden"> {STEP_TITLES[step]}</span>
            </button>
          </form>
        ) : null}
      </div>
      {state === 'open' ? <div className="step-form">{children}</div> : null}
    </section>
  )
}
