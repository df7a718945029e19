/** The shopper's own size as it grows, and the way to its tires. */
import { useEffect, useState } from 'react'
import type { FinderView } from '../../../schema/catalog/finder/finder.ts'
import {
  HELP_STEPS,
  type HelpStep,
  incompleteSteps,
  type SizeMarks,
  type SizePart,
  sizeOf,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import {
  formatTireSize,
  listedSize,
  sizeHref,
  type TireSize,
} from '../../../schema/catalog/sizes/tire-size.ts'
import type { Reply } from '../../../schema/platform/http/reply.api.ts'
import { LinkButton } from '../../platform/ui/button.tsx'

/** Tires in stock in these measures; `null` until it is known, or when nobody answers. */
function useInStock({ width, aspect, rim, type }: TireSize): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    const asking = new AbortController()
    setCount(null)
    const ask = async () => {
      const response = await fetch(
        `/api/ext/finder?width=${width}&aspect=${aspect}&rim=${rim}&type=${type ?? ''}`,
        {
          headers: { Accept: 'application/json' },
          signal: asking.signal,
        },
      )
      const { code, result } = (await response.json()) as Reply<FinderView>
      const { chosen, total } = code === 200 ? result : { chosen: null, total: 0 }
      if (!chosen) return
      // What is not in stock is answered with the nearest that is.
      const isAsked = chosen.width === width && chosen.aspect === aspect && chosen.rim === rim
      setCount(isAsked ? total : 0)
    }
    // The link leads to the tires with or without their number.
    ask().catch(() => {})
    return () => asking.abort()
  }, [width, aspect, rim, type])
  return count
}

/** The mark itself, or as many low lines as it has places. */
const PLACES: Record<SizePart, string> = {
  type: '',
  width: '___',
  aspect: '__',
  construction: 'R',
  rim: '__',
  load: '__',
  speed: '_',
}

/** The size as far as it is typed; the part of the current step is underlined. */
export function GrowingSize({ marks, step }: { marks: SizeMarks; step: HelpStep }) {
  const type = TIRE_TYPES.find(({ id }) => id === marks.type)
  const piece = (part: SizePart, text = marks[part].trim().toUpperCase() || PLACES[part]) => (
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

/** From the step on that completes the size: its tires. At the last step, what it still needs. */
export function Result({
  marks,
  at,
  onGo,
}: {
  marks: SizeMarks
  at: number
  onGo: (step: HelpStep) => void
}) {
  const size = sizeOf(marks)
  if (size) return <ShowTires size={size} />
  if (at < HELP_STEPS.length - 1) return null
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
