/**
 * The finder as a list of steps, each active once the step before it has its answer (B2). Callers pass the options of
 * each step in.
 */
import { formatTireSize, sizeHref } from './tire-size.ts'

export interface WizardOption {
  value: string
  label: string
}

export interface WizardStep {
  /** From 1. */
  number: number
  type: string
  title: string
  isActive: boolean
  selectedValue: string | null
  /** The options; empty until the step is reached and they are loaded. */
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

export function activeStep(wizard: Wizard): WizardStep | null {
  return wizard.find(({ isActive }) => isActive) ?? null
}

/**
 * Answers the active step and activates the next one with its options. A value that the step does not offer is ignored.
 * After the last step none is active.
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

/** Activates step `number` again with its options and clears every later one. */
export function backTo(wizard: Wizard, number: number): Wizard {
  return wizard.map((step) => {
    if (step.number < number) return { ...step, isActive: false }
    if (step.number === number) return { ...step, isActive: true, selectedValue: null }
    return { ...step, isActive: false, selectedValue: null, children_data: [] }
  })
}

/** Returns the number of the step before the active one; `null` on the first. */
export function previousNumber(wizard: Wizard): number | null {
  const at = activeStep(wizard)?.number ?? wizard.length + 1
  return at > 1 ? at - 1 : null
}

/** Activates the first step and clears the rest. */
export function clearWizard(wizard: Wizard): Wizard {
  return backTo(wizard, 1)
}

/** Returns the answers so far, in order. */
export function answersOf(wizard: Wizard): string[] {
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

/** Compares values: those in the ranges first, in the order of the ranges, then the rest; each part ascending. */
export function rangeOrder(ranges: Ranges): (a: number, b: number) => number {
  const rank = (value: number) => {
    const at = ranges.findIndex(([from, to]) => value >= from && value <= to)
    return at < 0 ? ranges.length : at
  }
  return (a, b) => rank(a) - rank(b) || a - b
}

/**
 * Returns whether a final size is valid (B2): its width is a whole number of at least 100, the others are whole and not
 * zero. Other sizes, such as those of 22.5 in wheels, lead to the listing of sizes.
 */
export function isFinalSize({ width, aspect, rim }: { width: number; aspect: number; rim: number }): boolean {
  return (
    Number.isInteger(width) &&
    width >= 100 &&
    [aspect, rim].every((value) => Number.isInteger(value) && value !== 0)
  )
}

/**
 * Returns the address of the finder's size: its landing, or for other than final sizes (B2: truck wheels of 22.5) the
 * listing with the size as its filters.
 */
export function finderHref(
  size: { width: number; aspect: number; rim: number },
  slug: string | null = null,
): string {
  if (isFinalSize(size)) return sizeHref(slug ?? formatTireSize({ ...size, construction: 'R' }))
  const { width, aspect, rim } = size
  return `/t/s?width=${width}&aspect=${aspect}&rim=${rim}`
}

/** Shown when the options of a step could not be loaded. */
export const WIZARD_FAILURE = 'No products synchronized for this category. Please come back while online!'
