/** The fields of a step of the size help: one mark of the shopper's tire, or the whole size at once. */
import {
  CONSTRUCTIONS,
  explainSize,
  type HelpStep,
  type SizeMarks,
  type SizePart,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import { Field } from '../../platform/ui/field.tsx'

const FIELDS: Record<Exclude<SizePart, 'type' | 'construction'>, { label: string; hint: string }> = {
  width: { label: 'Width on your tire', hint: 'Three digits, such as 225' },
  aspect: { label: 'Aspect ratio on your tire', hint: 'Two digits after the slash, such as 45' },
  rim: { label: 'Wheel diameter on your tire', hint: 'Two digits after the letter, such as 17' },
  load: { label: 'Load index on your tire (optional)', hint: 'Two or three digits, such as 94' },
  speed: { label: 'Speed index on your tire (optional)', hint: 'One letter, such as W' },
}

function Choices({
  part,
  legend,
  choices,
  value,
  onSelect,
}: {
  part: 'type' | 'construction'
  legend: string
  choices: readonly { value: string; name: string; text?: string; example?: string }[]
  value: string
  onSelect: (value: string) => void
}) {
  return (
    <fieldset className="help-choices">
      <legend className="field-label">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="check">
          <input
            type="radio"
            name={`help-${part}`}
            checked={value === choice.value}
            onChange={() => onSelect(choice.value)}
          />
          <span>
            {choice.example ? <b className="cond">{choice.example} </b> : null}
            {choice.name}
            {choice.text ? <small>{choice.text}</small> : null}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

export function StepField({
  step,
  marks,
  whole,
  problem,
  onMark,
  onWhole,
}: {
  step: HelpStep
  marks: SizeMarks
  /** The whole size as it was typed at the first step. */
  whole: string
  problem: string | null
  onMark: (part: SizePart, value: string) => void
  onWhole: (value: string) => void
}) {
  const { part } = step
  if (part === null) {
    return (
      <Field
        name="help-whole"
        label="If you can read it all, type it here"
        hint="Such as 225/45R17 94W. If not, the next steps go through it one by one."
        value={whole}
        error={problem}
        autoComplete="off"
        onChange={(event) => onWhole(event.target.value)}
      />
    )
  }
  const value = marks[part]
  if (part === 'type') {
    return (
      <Choices
        part={part}
        legend="Letters on your tire"
        choices={TIRE_TYPES.map((type) => ({ ...type, value: type.id }))}
        value={value}
        onSelect={(next) => onMark(part, next)}
      />
    )
  }
  if (part === 'construction') {
    return (
      <Choices
        part={part}
        legend="The letter on your tire"
        choices={CONSTRUCTIONS}
        value={value || 'R'}
        onSelect={(next) => onMark(part, next)}
      />
    )
  }
  return (
    <>
      <Field
        {...FIELDS[part]}
        name={`help-${part}`}
        value={value}
        error={problem}
        inputMode={part === 'speed' ? 'text' : 'numeric'}
        maxLength={8}
        autoComplete="off"
        autoCapitalize="characters"
        onChange={(event) => onMark(part, event.target.value)}
      />
      <p className="help-meaning" role="status">
        {explainSize(part, marks)}
      </p>
    </>
  )
}
