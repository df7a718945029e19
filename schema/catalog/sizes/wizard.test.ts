import { expect, test } from 'vitest'
import {
  activeStep,
  answerStep,
  clearWizard,
  finderHref,
  goBackTo,
  isFinalSize,
  previousStepNumber,
  rangeOrder,
  SIZE_STEPS,
  startWizard,
  WIZARD_RANGES,
  type Wizard,
  wizardAnswers,
} from './wizard.ts'

const toOptions = (...values: string[]) => values.map((value) => ({ value, label: value }))
const started = startWizard(SIZE_STEPS, toOptions('205', '225'))
const second = answerStep(started, '225', toOptions('40', '45'))
const done = answerStep(answerStep(second, '45', toOptions('17', '18')), '17')

/** Checks that the active step is the first step without an answer. */
function expectInvariant(wizard: Wizard): void {
  const open = wizard.filter(({ isActive }) => isActive)
  expect(open).toEqual(wizard.filter((step) => step.selectedValue === null).slice(0, 1))
}

test('[B2] an answer activates the next step with its own options', () => {
  expect(started.map(({ number, type, title, isActive }) => ({ number, type, title, isActive }))).toEqual([
    { number: 1, type: 'section', title: 'Width', isActive: true },
    { number: 2, type: 'aspect', title: 'Sidewall', isActive: false },
    { number: 3, type: 'rim', title: 'Diameter', isActive: false },
  ])
  expect(second[0]).toMatchObject({ isActive: false, selectedValue: '225' })
  expect(activeStep(second)).toMatchObject({ number: 2, children_data: toOptions('40', '45') })
  for (const wizard of [started, second, done]) expectInvariant(wizard)
})

test('[B2] a value that a step does not offer is ignored', () => {
  expect(answerStep(started, '999', toOptions('45'))).toBe(started)
  expect(answerStep(done, '17')).toBe(done)
})

test('[B2] no step is active when every step has a value', () => {
  expect([started, second, done].map((wizard) => activeStep(wizard)?.number ?? null)).toEqual([1, 2, null])
  expect(wizardAnswers(done)).toEqual(['225', '45', '17'])
})

test('[B2] going back to a step clears the later steps and leaves the earlier steps unchanged', () => {
  const back = goBackTo(done, 2)
  expect(wizardAnswers(back)).toEqual(['225'])
  expect(activeStep(back)).toMatchObject({ number: 2, children_data: toOptions('40', '45') })
  expect(back[2]).toMatchObject({ isActive: false, selectedValue: null, children_data: [] })
  expectInvariant(back)
})

test('[B2] the step before the active step is found; the first step has none', () => {
  expect([done, second, started].map(previousStepNumber)).toEqual([3, 1, null])
})

test('[B2] clearing activates the first step and empties the others', () => {
  expect(clearWizard(done)).toEqual(started)
})

test('[B2] values in the wizard ranges come first, in the order of the ranges, then the other values', () => {
  const sorted = (part: keyof typeof WIZARD_RANGES, values: number[]) =>
    values.toSorted(rangeOrder(WIZARD_RANGES[part]))
  expect(sorted('width', [365, 185, 355, 195, 225])).toEqual([195, 225, 355, 185, 365])
  expect(sorted('aspect', [95, 13.5, 90, 10, 25, 14])).toEqual([25, 90, 10, 13.5, 14, 95])
  expect(sorted('rim', [26, 13, 24.5, 14])).toEqual([14, 24.5, 13, 26])
})

test('[B2] a final size has whole numbers, a width of at least 100 and no zero', () => {
  expect(isFinalSize({ width: 225, aspect: 45, rim: 17 })).toBe(true)
  expect(isFinalSize({ width: 100, aspect: 1, rim: 1 })).toBe(true)
  for (const invalid of [
    { width: 99, aspect: 45, rim: 17 },
    { width: 225.5, aspect: 45, rim: 17 },
    { width: 225, aspect: 0, rim: 17 },
    { width: 225, aspect: 12.5, rim: 17 },
    { width: 295, aspect: 75, rim: 22.5 },
    { width: Number.NaN, aspect: 45, rim: 17 },
  ])
    expect(isFinalSize(invalid), JSON.stringify(invalid)).toBe(false)
})

test('[B1] [B2] a final size leads to its landing, other sizes lead to the listing with size filters', () => {
  expect(finderHref({ width: 225, aspect: 45, rim: 17 })).toBe('/t/s/225-45r17')
  expect(finderHref({ width: 245, aspect: 75, rim: 16 }, 'lt245-75r16')).toBe('/t/s/lt245-75r16')
  expect(finderHref({ width: 31, aspect: 10.5, rim: 15 })).toBe('/t/s?width=31&aspect=10.5&rim=15')
  expect(finderHref({ width: 295, aspect: 75, rim: 22.5 })).toBe('/t/s?width=295&aspect=75&rim=22.5')
})
