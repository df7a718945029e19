/** The shopper's size as far as it is typed, and the link to its tires. */
import { useEffect, useState } from 'react'
import type { FinderView } from '../../../schema/catalog/finder/finder.ts'
import {
  buildSize,
  HELP_STEPS,
  type HelpStep,
  incompleteSteps,
  type SizeMarks,
  type SizePart,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import {
  formatTireSize,
  listedSize,
  sizeHref,
  type TireSize,
} from '../../../schema/catalog/sizes/tire-size.ts'
import { callApi } from '../../platform/api/call-api.ts'
import { LinkButton } from '../../platform/ui/button.tsx'

/** Returns the number of tires of a size in stock; `null` until it is known, or when the call fails. */
function useInStock({ width, aspect, rim, type }: TireSize): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isCurrent = true
    setCount(null)
    const path = `/api/ext/finder?width=${width}&aspect=${aspect}&rim=${rim}&type=${type ?? ''}`
    void callApi<FinderView>(path).then((outcome) => {
      if (!isCurrent || !outcome.ok || !outcome.value.chosen) return
      // For a size that is not in stock the server returns the nearest one that is.
      const { chosen, total } = outcome.value
      setCount(chosen.width === width && chosen.aspect === aspect && chosen.rim === rim ? total : 0)
    })
    return () => {
      isCurrent = false
    }
  }, [width, aspect, rim, type])
  return count
}

/** The placeholder of each mark: as many underscores as it has characters. */
const PLACEHOLDERS: Record<SizePart, string> = {
  type: '',
  width: '___',
  aspect: '__',
  construction: 'R',
  rim: '__',
  load: '__',
  speed: '_',
}

/** Renders the size as far as it is typed; the part of the current step is underlined. */
export function EnteredSize({ marks, step }: { marks: SizeMarks; step: HelpStep }) {
  const type = TIRE_TYPES.find(({ id }) => id === marks.type)
  const piece = (part: SizePart, text = marks[part].trim().toUpperCase() || PLACEHOLDERS[part]) => (
    <span className={part === step.part ? 'is-now' : undefined}>{text}</span>
  )
  return (
    <p className="help-size cond" aria-hidden="true">
      {type?.before ? piece('type', type.before) : null}
      {piece('width')}/{piece('aspect')}
      {piece('construction')}
      {piece('rim')}
      {type?.after ? piece('type', type.after) : null} {piece('load')}
      {piece('speed')}
    </p>
  )
}

function ShowTires({ size }: { size: TireSize }) {
  const label = listedSize(formatTireSize(size))
  const count = useInStock(size)
  return (
    <div className="help-show">
      <LinkButton kind="buy" size="big" href={sizeHref(label)}>
        Show {label} tires
      </LinkButton>
      <p role="status">
        {count === null
          ? ''
          : count === 0
            ? 'None in stock today.'
            : `${count.toLocaleString('en-US')} in stock`}
      </p>
    </div>
  )
}

/** Renders the link to the tires of a complete size; at the last step the steps that are still missing. */
export function SizeResult({
  marks,
  index,
  onGo,
}: {
  marks: SizeMarks
  index: number
  onGo: (step: HelpStep) => void
}) {
  const size = buildSize(marks)
  if (size) return <ShowTires size={size} />
  if (index < HELP_STEPS.length - 1) return null
  return (
    <div className="help-missing">
      <p>Still needed for your size:</p>
      <div className="button-row">
        {incompleteSteps(marks).map((step) => (
          <button key={step.id} type="button" className="button" onClick={() => onGo(step)}>
            {step.title}
          </button>
        ))}
      </div>
    </div>
  )
}
