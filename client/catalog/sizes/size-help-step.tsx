/** One step of the size help: its heading, its words and its pictures. The page and the dialog show the same. */
import { type ReactNode, useEffect, useRef } from 'react'
import { loadOf } from '../../../schema/catalog/sizes/load-index.ts'
import {
  drawnMarks,
  HELP_STEPS,
  type HelpStep,
  loadRow,
  type SizeMarks,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import { speedOf } from '../../../schema/catalog/sizes/speed-symbol.ts'
import { Cords, CrossSection, Wheel } from './size-help-drawings.tsx'
import { DoorSticker, LabelLocations } from './size-help-locations.tsx'
import { Sidewall } from './size-help-sidewall.tsx'
import { LoadIndexTable, SpeedIndexTable, TypeList } from './size-help-tables.tsx'

export const stepId = (step: HelpStep) => `help-${step.id}`

/** What stands above the framed part of the sidewall. */
function labelOf(step: HelpStep, marks: SizeMarks): string {
  switch (step.part) {
    case 'type': {
      const type = TIRE_TYPES.find(({ id }) => id === marks.type)
      return `${type?.before || type?.after || 'No letter'}: ${type?.name}`
    }
    case 'width':
      return `${marks.width}: width in millimeters`
    case 'aspect':
      return `${marks.aspect}: sidewall, in % of the width`
    case 'construction':
      return marks.construction.endsWith('R')
        ? `${marks.construction}: radial`
        : `${marks.construction}: bias`
    case 'rim':
      return `${marks.rim}: wheel in inches`
    case 'load':
      return `${marks.load}: ${loadOf(loadRow(marks) ?? 0)?.lb.toLocaleString('en-US')} lb per tire`
    case 'speed':
      return `${marks.speed}: up to ${speedOf(marks.speed)} mph`
    default:
      return 'The size, on the side of the tire'
  }
}

function Drawings({ step, marks }: { step: HelpStep; marks: SizeMarks }) {
  switch (step.id) {
    case 'where-to-find':
      return (
        <>
          <LabelLocations />
          <DoorSticker marks={marks} />
        </>
      )
    case 'tire-width':
      return <CrossSection marks={marks} shown="width" />
    case 'aspect-ratio':
      return <CrossSection marks={marks} shown="aspect" />
    case 'construction':
      return <Cords bias={!marks.construction.endsWith('R')} />
    case 'wheel-diameter':
      return <Wheel rim={marks.rim} />
    default:
      return null
  }
}

function Codes({ step, marks }: { step: HelpStep; marks: SizeMarks }) {
  if (step.part === 'load') return <LoadIndexTable marks={marks} />
  if (step.part === 'speed') return <SpeedIndexTable marks={marks} />
  return null
}

/** `children` is what the shopper can type; without it the kinds of tires are listed in words. */
export function Step({
  step,
  marks,
  takesFocus = false,
  children,
}: {
  step: HelpStep
  marks: SizeMarks
  /** The step was opened by the shopper: a screen reader says its heading. */
  takesFocus?: boolean
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const drawn = drawnMarks(marks)
  return (
    <section className="help-step" id={stepId(step)} aria-labelledby={`${stepId(step)}-title`}>
      <h3 className="t-28" id={`${stepId(step)}-title`} ref={heading} tabIndex={-1}>
        <span className="help-count">
          Step {HELP_STEPS.indexOf(step) + 1} of {HELP_STEPS.length}
          <span className="visually-hidden">: </span>
        </span>
        {step.title}
      </h3>
      <div className="help-first">
        <Sidewall marks={drawn} shown={step.part} label={labelOf(step, drawn)} />
      </div>
      <div className="help-words">
        {step.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {children ?? (step.part === 'type' ? <TypeList /> : null)}
        <Codes step={step} marks={drawn} />
      </div>
      <div className="help-second">
        <Drawings step={step} marks={drawn} />
      </div>
    </section>
  )
}
