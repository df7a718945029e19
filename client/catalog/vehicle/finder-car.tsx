import { type FormEvent, useRef } from 'react'
import { sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import {
  activeStep,
  previousStepNumber,
  type WizardStep,
  wizardAnswers,
} from '../../../schema/catalog/sizes/wizard.ts'
import { formatVehicle } from '../../../schema/catalog/vehicle/vehicle.ts'
import {
  type CarSize,
  findTrim,
  toChosenVehicle,
  trimSizes,
} from '../../../schema/catalog/vehicle/vehicle-wizard.ts'
import { paths, vehicleHref } from '../../../schema/paths.ts'
import { formatQuantity } from '../../../schema/platform/count.ts'
import { Button } from '../../platform/ui/button.tsx'
import { OptionRow } from '../../platform/ui/option-row.tsx'
import { Select } from '../../platform/ui/select.tsx'
import { FailureNote } from '../finder/finder-failure.tsx'
import { finderButtonLabel } from '../finder/finder-size.tsx'
import { saveVehicle } from './saved-vehicle.store.ts'
import type { CarWizardState } from './use-car-wizard.ts'

/** The number of steps with a select; the later ones are radio buttons for sizes. */
const SELECTS = 4

function Options({ step, years }: { step: WizardStep; years: CarWizardState['view']['years'] }) {
  if (step.type !== 'year')
    return step.children_data.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))
  return years.map((group) => (
    <optgroup key={group.decade} label={`${group.decade}s`}>
      {group.years.map((year) => (
        <option key={year}>{year}</option>
      ))}
    </optgroup>
  ))
}

function Step({ step, state }: { step: WizardStep; state: CarWizardState }) {
  const { isActive, number, selectedValue, title, type } = step
  const isLoading = isActive && state.isLoading
  const isEmpty = step.children_data.length === 0
  return (
    <Select
      label={title}
      name={type}
      id={`finder-${type}`}
      value={selectedValue ?? ''}
      disabled={isEmpty}
      aria-busy={isLoading || undefined}
      onChange={(event) => state.pick(number, event.target.value)}
    >
      <option value="" disabled>
        {isLoading ? 'Loading …' : isActive && !isEmpty ? 'Choose' : ''}
      </option>
      <Options step={step} years={state.view.years} />
    </Select>
  )
}

function stockText(count: number): string {
  if (count === 0) return 'none in stock today'
  return `${formatQuantity(count, 'tire')} in stock`
}

/** Returns the prompt for a step: `Choose the make`, `Choose front or rear`. */
function formatPrompt(step: WizardStep | null): string {
  const title = step?.title.toLowerCase() ?? ''
  return step && step.number > SELECTS ? `Choose ${title}` : `Choose the ${title}`
}

/** Renders the choice of front or rear for a staggered fitment, or of one of the factory sizes of a trim. */
function Sizes({ step, state }: { step: WizardStep; state: CarWizardState }) {
  const trim = findTrim(state.view, state.answers)
  const sizes = trim ? trimSizes(trim) : []
  const sets = sizes.filter(({ axle }) => axle === 'Front').flatMap(({ fitment }) => fitment.sets)
  const isStaggered = sizes.some(({ axle }) => axle !== null)
  return (
    <fieldset className="finder-axles">
      <legend className="field-label">{step.title}</legend>
      {sizes.map(({ value, axle, size, count }: CarSize) => (
        <OptionRow
          key={value}
          name={step.type}
          value={value}
          checked={step.selectedValue === value}
          onChange={() => state.pick(step.number, value)}
          label={axle ?? 'All four'}
          detail={stockText(count)}
          aside={size}
        />
      ))}
      {isStaggered ? (
        <p className="quiet t-14">Choose two of each. Front and rear tires can’t trade places.</p>
      ) : null}
      {sets.map(({ name, href }) => (
        <p key={href} className="t-14">
          Both at once: <a href={href}>{name}</a>
        </p>
      ))}
    </fieldset>
  )
}

/** Renders the steps year, make, model and trim, each available when the previous one is answered. */
export function FinderByCar({
  state,
  onFind,
  submitLabel,
}: {
  state: CarWizardState
  onFind: (href: string) => void
  /** By default the number of tires that are found. */
  submitLabel?: string
}) {
  const { wizard, view, isLoading, failure } = state
  const form = useRef<HTMLFormElement>(null)
  const active = activeStep(wizard)
  const chosen = active ? null : toChosenVehicle(view, wizardAnswers(wizard))
  const previous = previousStepNumber(wizard)
  const isEmpty = active?.children_data.length === 0 && !isLoading && !failure

  function find(event: FormEvent): void {
    event.preventDefault()
    if (!chosen) {
      form.current?.querySelector<HTMLElement>(`[name="${active?.type}"]`)?.focus()
      return
    }
    // As the button "This is my car" does; without storage the search works too.
    saveVehicle(chosen.car)
    onFind(wizard.length > SELECTS ? sizeHref(chosen.size.size) : vehicleHref(chosen.car))
  }
  const axle = chosen?.size.axle ? ` ${chosen.size.axle.toLowerCase()}` : ''
  return (
    <form
      ref={form}
      className="finder-car"
      action={paths.cars}
      aria-label="Find tires by car"
      onSubmit={find}
    >
      <div className="finder-steps">
        {wizard.slice(0, SELECTS).map((step) => (
          <Step key={step.type} step={step} state={state} />
        ))}
      </div>
      {wizard.slice(SELECTS).map((step) => (
        <Sizes key={step.type} step={step} state={state} />
      ))}
      {failure ? (
        <FailureNote
          failure={failure}
          onRetry={state.retry}
          onDismiss={() => (previous === null ? state.clear() : state.back(previous))}
        />
      ) : null}
      {isEmpty ? (
        <p className="finder-empty">We don’t know this car yet. Search by tire size instead.</p>
      ) : null}
      <div className="finder-go">
        {chosen ? (
          <Button type="submit" kind="buy" size="big">
            {submitLabel ?? finderButtonLabel(chosen.size.count, `what’s near ${chosen.size.size}`)}
          </Button>
        ) : (
          <Button type="submit" size="big" className="off" aria-disabled="true">
            {formatPrompt(active)}
          </Button>
        )}
        {previous === null ? null : (
          <>
            <button type="button" className="text-button" onClick={() => state.back(previous)}>
              Back
            </button>
            <button type="button" className="text-button" onClick={state.clear}>
              Start over
            </button>
          </>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isLoading ? 'Loading …' : chosen ? `${formatVehicle(chosen.car)}:${axle} ${chosen.size.size}` : ''}
      </p>
    </form>
  )
}
