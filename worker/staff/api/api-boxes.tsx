/** Boxes of which one or more are chosen for a key or a webhook (H14y). */
import { Checkbox } from '../../../client/platform/ui/check.tsx'

interface ApiBoxesProps {
  name: string
  legend: string
  labels: readonly (readonly [value: string, label: string])[]
  chosen: readonly string[]
  error: string | undefined
}

export function ApiBoxes({ name, legend, labels, chosen, error }: ApiBoxesProps) {
  return (
    <fieldset className="staff-boxes" aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{legend}</legend>
      {error ? (
        <p className="field-error" id={`${name}-error`}>
          {error}
        </p>
      ) : null}
      {labels.map(([value, label]) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          defaultChecked={chosen.includes(value)}
        />
      ))}
    </fieldset>
  )
}
