/** The size help one step at a time; the typed marks become the shopper's size. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import {
  buildSize,
  EMPTY_MARKS,
  HELP_STEPS,
  type HelpStep,
  parseMarks,
  parseWholeSize,
  partError,
  type SizePart,
} from '../../../schema/catalog/sizes/size-help.ts'
import { formatTireSize, sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { Button } from '../../platform/ui/button.tsx'
import { StepField } from './size-help-fields.tsx'
import { EnteredSize, SizeResult } from './size-help-result.tsx'
import { Step } from './size-help-step.tsx'

const LAST = HELP_STEPS.length - 1
const NOT_READ = 'A size looks like 225/45R17 94W. Leave this empty to read it step by step.'

function StepList({ current, onGo }: { current: number; onGo: (index: number) => void }) {
  return (
    <nav aria-label="Steps">
      <ol className="help-list">
        {HELP_STEPS.map((step, index) => (
          <li key={step.id}>
            <button
              type="button"
              aria-label={`${index + 1}. ${step.short}: ${step.title}`}
              aria-current={index === current ? 'step' : undefined}
              onClick={() => onGo(index)}
            >
              <span>{index + 1}</span> {step.short}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Checks whether the target uses the arrow keys itself: fields and radio buttons. */
const ownsArrows = (target: EventTarget) => target instanceof HTMLInputElement

export function SizeWizard({ first }: { first: number }) {
  const [index, setIndex] = useState(first)
  const [hasMoved, setHasMoved] = useState(false)
  const [marks, setMarks] = useState(EMPTY_MARKS)
  const [whole, setWhole] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const step = HELP_STEPS[index] ?? HELP_STEPS[0]

  function go(to: number): void {
    if (to < 0 || to > LAST) return
    setProblem(null)
    setHasMoved(true)
    setIndex(to)
  }
  function mark(part: SizePart, value: string): void {
    setProblem(null)
    setMarks({ ...marks, [part]: value })
  }
  /** Goes to the next step, or to the tires of a complete size. An empty field is valid: a shopper may only read the help. */
  function next(event: FormEvent): void {
    event.preventDefault()
    const read = step.part === null && whole.trim() ? parseMarks(whole) : null
    const other = step.part === null && !read ? parseWholeSize(whole) : null
    if (other) {
      location.assign(sizeHref(formatTireSize(other)))
      return
    }
    const wrong =
      step.part === null ? (whole.trim() && !read ? NOT_READ : null) : partError(step.part, marks[step.part])
    if (wrong) {
      setProblem(wrong)
      form.current?.querySelector('input')?.focus()
      return
    }
    if (read) setMarks(read)
    const size = buildSize(marks)
    if (index === LAST && size) location.assign(sizeHref(formatTireSize(size)))
    else go(read ? LAST : index + 1)
  }
  function onArrow(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || ownsArrows(event.target)) return
    event.preventDefault()
    go(index + by)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut for the buttons
    <div className="help-wizard" onKeyDown={onArrow}>
      <StepList current={index} onGo={go} />
      <form ref={form} noValidate onSubmit={next}>
        <Step key={step.id} step={step} marks={marks} takesFocus={hasMoved}>
          <StepField
            step={step}
            marks={marks}
            whole={whole}
            problem={problem}
            onMark={mark}
            onWhole={(value) => {
              setProblem(null)
              setWhole(value)
            }}
          />
        </Step>
        <div className="help-foot">
          <EnteredSize marks={marks} step={step} />
          <div className="help-turn">
            {/* Dashed instead of removed at the first step, so that the focus is not lost. */}
            <Button aria-disabled={index === 0 || undefined} onClick={() => go(index - 1)}>
              Previous
            </Button>
            {index < LAST ? <Button type="submit">Next</Button> : null}
          </div>
          <SizeResult marks={marks} index={index} onGo={(to: HelpStep) => go(HELP_STEPS.indexOf(to))} />
        </div>
      </form>
    </div>
  )
}
