/**
 * The finder's vehicle mode (B1): year, make, model, trim, and a step for the size when the trim has several sizes or
 * different axles.
 */

import { answerStep, startWizard, type Wizard, type WizardOption } from '../sizes/wizard.ts'
import type { CarFitment, CarView, OfferedFitment, OfferedTrim, SavedVehicle } from './vehicle.ts'

const CAR_STEPS = [
  { type: 'year', title: 'Year' },
  { type: 'make', title: 'Make' },
  { type: 'model', title: 'Model' },
  { type: 'trim', title: 'Trim' },
] as const

/** One size of a trim, for all four wheels or for one axle. */
export interface CarSize {
  value: string
  axle: 'Front' | 'Rear' | null
  size: string
  /** Tires in stock. */
  count: number
  fitment: OfferedFitment
}

/** Returns the sizes of a trim, front before rear. */
export function trimSizes({ fitments }: Pick<OfferedTrim, 'fitments'>): CarSize[] {
  return fitments.flatMap((fitment, index) => {
    const { front, rear, count, rearCount } = fitment
    const toSize = (axle: CarSize['axle'], { size, sizeSlug }: CarFitment['front'], inStock: number) => ({
      value: `${index}-${sizeSlug}-${axle ?? 'all'}`,
      axle,
      size,
      count: inStock,
      fitment,
    })
    return rear
      ? [toSize('Front', front, count), toSize('Rear', rear, rearCount ?? 0)]
      : [toSize(null, front, count)]
  })
}

const toOptions = (steps: readonly { label: string; slug: string }[]): WizardOption[] =>
  steps.map(({ label, slug }) => ({ value: slug, label }))

/** Returns the trim that the answers name; `null` before the trim is chosen. */
export function findTrim({ trims }: CarView, [, , , slug]: readonly string[]): OfferedTrim | null {
  return trims.find((trim) => trim.slug === slug) ?? null
}

/** Builds the wizard of `view` and applies the `answers` that the view offers. */
export function carWizard(view: CarView, answers: readonly string[]): Wizard {
  const years = view.years.flatMap((group) => group.years).map((year) => String(year))
  const sizes = trimSizes(findTrim(view, answers) ?? { fitments: [] })
  const staggered = sizes.some(({ axle }) => axle !== null)
  const last = { type: 'size', title: staggered ? 'Front or rear' : 'Size' }
  const offered = [
    toOptions(view.makes),
    toOptions(view.models),
    toOptions(view.trims),
    sizes.map(({ value, size, axle }) => ({ value, label: axle ? `${axle} ${size}` : size })),
  ]
  const first = years.map((year) => ({ value: year, label: year }))
  const start = startWizard(sizes.length > 1 ? [...CAR_STEPS, last] : CAR_STEPS, first)
  return answers.reduce((wizard, answer, index) => answerStep(wizard, answer, offered[index]), start)
}

/** Returns the vehicle to save and the chosen size; `null` while the wizard is incomplete. */
export function toChosenVehicle(
  view: CarView,
  answers: readonly string[],
): { car: SavedVehicle; size: CarSize } | null {
  const [year, makeSlug, modelSlug, , sizeValue] = answers
  const make = view.makes.find(({ slug }) => slug === makeSlug)
  const model = view.models.find(({ slug }) => slug === modelSlug)
  const trim = findTrim(view, answers)
  const sizes = trim ? trimSizes(trim) : []
  const size = sizes.length === 1 ? sizes[0] : sizes.find(({ value }) => value === sizeValue)
  if (!make || !model || !trim || !size) return null
  const { front, rear } = size.fitment
  const name = { label: trim.label, slug: trim.slug }
  return { car: { year: Number(year), make, model, trim: name, fitment: { front, rear } }, size }
}
