/** The size help one step at a time; what the shopper types becomes the own size. */
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import {
  EMPTY_MARKS,
  HELP_STEPS,
  type HelpStep,
  partError,
  readMarks,
  type SizePart,
  sizeOf,
  wholeSize,
} from '../../../schema/catalog/sizes/size-help.ts'
import { formatTireSize, sizeHref } from '../../../schema/catalog/sizes/tire-size.ts'
import { Button } from '../../platform/ui/button.tsx'
import { StepField } from './size-help-fields.tsx'
import { GrowingSize, Result } from './size-help-result.tsx'
import { Step } from './size-help-step.tsx'

const LAST = HELP_STEPS.length - 1
const NOT_READ = 'A size looks like 225/45R17 94W. Leave this empty to read it step by step.'

function StepList({ at, onGo }: { at: number; onGo: (at: number) => void }) {
  return (
    <nav aria-label="Steps">
      <ol className="help-list">
        {HELP_STEPS.map((step, index) => (
          <li key={step.id}>
            <button
              type="button"
              aria-label={`${index + 1}. ${step.short}: ${step.title}`}
              aria-current={index === at ? 'step' : undefined}
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

/** Arrows belong to fields and choices where these have the focus. */
const ownsArrows = (target: EventTarget) => target instanceof HTMLInputElement

export function SizeWizard({ first }: { first: number }) {
  const [at, setAt] = useState(first)
  const [moved, setMoved] = useState(false)
  const [marks, setMarks] = useState(EMPTY_MARKS)
  const [whole, setWhole] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const step = HELP_STEPS[at] ?? HELP_STEPS[0]

  function go(to: number): void {
    if (to < 0 || to > LAST) return
    setProblem(null)
    setMoved(true)
    setAt(to)
  }
  function mark(part: SizePart, value: string): void {
    setProblem(null)
    setMarks({ ...marks, [part]: value })
  }
  /** Nothing typed is no mistake: the help can be read without a tire at hand. */
  function next(event: FormEvent): void {
    event.preventDefault()
    const read = step.part === null && whole.trim() ? readMarks(whole) : null
    const other = step.part === null && !read ? wholeSize(whole) : null
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
    const size = sizeOf(marks)
    if (at === LAST && size) location.assign(sizeHref(formatTireSize(size)))
    else go(read ? LAST : at + 1)
  }
  function onArrow(event: KeyboardEvent): void {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || ownsArrows(event.target)) return
    event.preventDefault()
    go(at + by)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows are a second way; the buttons are the first
    <div className="help-wizard" onKeyDown={onArrow}>
      <StepList at={at} onGo={go} />
      <form ref={form} noValidate onSubmit={next}>
        <Step key={step.id} step={step} marks={marks} takesFocus={moved}>
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
          <GrowingSize marks={marks} step={step} />
          <div className="help-turn">
            {/* Dashed and still there at the ends, so that the focus is never lost. */}
            <Button aria-disabled={at === 0 || undefined} onClick={() => go(at - 1)}>
              Previous
            </Button>
            {at < LAST ? <Button type="submit">Next</Button> : null}
          </div>
          <Result marks={marks} at={at} onGo={(to: HelpStep) => go(HELP_STEPS.indexOf(to))} />
        </div>
      </form>
    </div>
  )
}
