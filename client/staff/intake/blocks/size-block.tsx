/** Chooses the size in three taps, or reads it as typed (H14). */
import { useId, useState } from 'react'
import { parseMarking } from '../../../../schema/catalog/sizes/tire-marking.ts'
import { formatTireSize } from '../../../../schema/catalog/sizes/tire-size.ts'
import { type KnownSize, type SizeSteps, sizeChoices } from '../state/size-choices.ts'
import type { BlockBody } from './block-body.ts'
import { ChoicePicker } from './choice-picker.tsx'

const NOTHING: SizeSteps = { width: null, aspect: null }
const ROWS = ['Width', 'Aspect ratio', 'Rim'] as const

export function SizeBlock({ draft, complete, sizes }: BlockBody & { sizes: readonly KnownSize[] }) {
  const [steps, setSteps] = useState<SizeSteps>(NOTHING)
  const choices = sizeChoices(sizes, steps)
  const row = steps.width === null ? 0 : steps.aspect === null ? 1 : 2
  const pick = (id: string) => {
    const value = choices.find((choice) => choice.id === id)?.value
    if (typeof value === 'string') {
      setSteps(NOTHING)
      complete({ marking: value })
    } else if (value !== undefined) {
      setSteps(steps.width === null ? { width: value, aspect: null } : { ...steps, aspect: value })
    }
  }
  return (
    <>
      <SizeField marking={draft.marking ?? ''} onEnter={(marking) => complete({ marking })} />
      {steps.width === null ? null : (
        <div className="intake-steps">
          <output>
            {steps.width}
            {steps.aspect === null ? '/' : `/${steps.aspect} R`}
          </output>
          <button type="button" className="button" onClick={() => setSteps(NOTHING)}>
            Start again
          </button>
        </div>
      )}
      <ChoicePicker key={row} label={ROWS[row] ?? ''} columns={4} choices={choices} onPick={pick} />
    </>
  )
}

/** Writes a size as on the sidewall: `2254517 94w` becomes `225/45R17 94w`. */
function tidyMarking(text: string): string {
  const marking = parseMarking(text)
  if (!marking) return text.trim()
  const { size, load, dualLoad, speed, loadRange, runFlat } = marking
  const service = load === null ? null : `${load}${dualLoad ? `/${dualLoad}` : ''}${speed ?? ''}`
  return [formatTireSize(size), service, loadRange, runFlat && 'RFT'].filter(Boolean).join(' ')
}

function SizeField({ marking, onEnter }: { marking: string; onEnter(marking: string): void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const id = useId()
  const submit = () => {
    if (typed !== null) onEnter(tidyMarking(typed))
    setTyped(null)
  }
  return (
    <div className="intake-type">
      <label htmlFor={id}>As on the sidewall</label>
      <input
        id={id}
        className="input"
        data-first=""
        placeholder="225/45R17 94W"
        value={typed ?? marking}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={submit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed === null) onEnter(marking)
          else submit()
        }}
      />
    </div>
  )
}
