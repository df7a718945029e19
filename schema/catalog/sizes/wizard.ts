/**
 * The finder as a list of steps; a step becomes active when the step before it has an answer (B2). Callers provide the
 * options of each step.
 */
import { formatTireSize, sizeHref, type TireSize } from './tire-size.ts'

export interface WizardOption {
  value: string
  label: string
}

export interface WizardStep {
  /** Counted from 1. */
  number: number
  type: string
  title: string
  isActive: boolean
  selectedValue: string | null
  /** The options; empty until the step is active and its options are loaded. */
  children_data: readonly WizardOption[]
}

export type Wizard = readonly WizardStep[]

type StepKind = Pick<WizardStep, 'type' | 'title'>

/** The steps of the size mode (B1). */
export const SIZE_STEPS = [
  { type: 'section', title: 'Width' },
  { type: 'aspect', title: 'Sidewall' },
  { type: 'rim', title: 'Diameter' },
] as const satisfies readonly StepKind[]

/** Returns a wizard whose first step is active and has the options. */
export function startWizard(kinds: readonly StepKind[], options: readonly WizardOption[]): Wizard {
  return kinds.map(({ type, title }, index) => ({
    number: index + 1,
    type,
    title,
    isActive: index === 0,
    selectedValue: null,
    children_data: index === 0 ? options : [],
  }))
}

/** Returns the active step; `null` when every step has an answer. */
export function activeStep(wizard: Wizard): WizardStep | null {
  return wizard.find(({ isActive }) => isActive) ?? null
}

/**
 * Answers the active step and activates the next step with `options`. A value that the active step does not offer is
 * ignored. After the last step no step is active.
 */
export function answerStep(wizard: Wizard, value: string, options: readonly WizardOption[] = []): Wizard {
  const active = activeStep(wizard)
  if (!active?.children_data.some((option) => option.value === value)) return wizard
  return wizard.map((step) => {
    if (step === active) return { ...step, isActive: false, selectedValue: value }
    if (step.number !== active.number + 1) return step
    return { ...step, isActive: true, selectedValue: null, children_data: options }
  })
}

/** Activates step `number` again with its options and clears all later steps. */
export function goBackTo(wizard: Wizard, number: number): Wizard {
  return wizard.map((step) => {
    if (step.number < number) return { ...step, isActive: false }
    if (step.number === number) return { ...step, isActive: true, selectedValue: null }
    return { ...step, isActive: false, selectedValue: null, children_data: [] }
  })
}

/** Returns the number of the step before the active step; `null` when the first step is active. */
export function previousStepNumber(wizard: Wizard): number | null {
  const at = activeStep(wizard)?.number ?? wizard.length + 1
  return at > 1 ? at - 1 : null
}

/** Activates the first step and clears all others. */
export function clearWizard(wizard: Wizard): Wizard {
  return goBackTo(wizard, 1)
}

/** Returns the answers of the completed steps, in order. */
export function wizardAnswers(wizard: Wizard): string[] {
  return wizard.flatMap(({ selectedValue }) => (selectedValue === null ? [] : [selectedValue]))
}

type Ranges = readonly (readonly [from: number, to: number])[]

/** The usual ranges (B2): mm, percent (or inches on some truck sizes), inches. */
export const WIZARD_RANGES = {
  width: [[195, 355]],
  aspect: [
    [25, 90],
    [10, 13.5],
  ],
  rim: [[14, 24.5]],
} as const satisfies Record<string, Ranges>

/** Returns a comparator: values in the ranges first, in the order of the ranges, then other values; each group ascending. */
export function rangeOrder(ranges: Ranges): (a: number, b: number) => number {
  const rank = (value: number) => {
    const at = ranges.findIndex(([from, to]) => value >= from && value <= to)
    return at < 0 ? ranges.length : at
  }
  return (a, b) => rank(a) - rank(b) || a - b
}

type FinalSize = Pick<TireSize, 'width' | 'aspect' | 'rim'>

/**
 * Checks whether a size is final (B2): the width is a whole number of at least 100, aspect and rim are whole numbers
 * other than zero. Other sizes, such as sizes for 22.5 in wheels, lead to the listing of sizes.
 */
export function isFinalSize({ width, aspect, rim }: FinalSize): boolean {
  return (
    Number.isInteger(width) &&
    width >= 100 &&
    [aspect, rim].every((value) => Number.isInteger(value) && value !== 0)
  )
}

/**
 * Returns the address for the finder's size: the landing of a final size; for other sizes (B2: truck wheels of 22.5)
 * the listing with the size as filters.
 */
export function finderHref(size: FinalSize, slug: string | null = null): string {
  if (isFinalSize(size)) return sizeHref(slug ?? formatTireSize({ ...size, construction: 'R' }))
  const { width, aspect, rim } = size
  return `/t/s?width=${width}&aspect=${aspect}&rim=${rim}`
}

/** Shown when the options of a step could not be loaded. */
export const WIZARD_FAILURE = 'No products synchronized for this category. Please come back while online!'
