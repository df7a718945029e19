/** One step of the size help: its heading, its text and its pictures, for the page and for the dialog. */
import { type ReactNode, useEffect, useRef } from 'react'
import { loadCapacity } from '../../../schema/catalog/sizes/load-index.ts'
import {
  HELP_STEPS,
  type HelpStep,
  highlightedLoadIndex,
  marksToDraw,
  type SizeMarks,
  TIRE_TYPES,
} from '../../../schema/catalog/sizes/size-help.ts'
import { speedInMph } from '../../../schema/catalog/sizes/speed-symbol.ts'
import { Cords, CrossSection, Wheel } from './size-help-drawings.tsx'
import { DoorSticker, LabelLocations } from './size-help-locations.tsx'
import { Sidewall } from './size-help-sidewall.tsx'
import { LoadIndexTable, SpeedIndexTable, TypeList } from './size-help-tables.tsx'

export const stepId = (step: HelpStep) => `help-${step.id}`

/** Returns the label above the framed part of the sidewall. */
function formatLabel(step: HelpStep, marks: SizeMarks): string {
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
      return `${marks.load}: ${loadCapacity(highlightedLoadIndex(marks) ?? 0)?.lb.toLocaleString('en-US')} lb per tire`
    case 'speed':
      return `${marks.speed}: up to ${speedInMph(marks.speed)} mph`
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

/** Renders a step; `children` are its fields, without which the tire types are shown as a list. */
export function Step({
  step,
  marks,
  takesFocus = false,
  children,
}: {
  step: HelpStep
  marks: SizeMarks
  /** True when the shopper has opened the step: its heading gets the focus, so a screen reader announces it. */
  takesFocus?: boolean
  children?: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const drawn = marksToDraw(marks)
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
        <Sidewall marks={drawn} shown={step.part} label={formatLabel(step, drawn)} />
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
