import { expect, test } from 'vitest'
import {
  activeStep,
  answerStep,
  answersOf,
  backTo,
  clearWizard,
  finderHref,
  isFinalSize,
  previousNumber,
  rangeOrder,
  SIZE_STEPS,
  startWizard,
  WIZARD_RANGES,
  type Wizard,
} from './wizard.ts'

const offer = (...values: string[]) => values.map((value) => ({ value, label: value }))
const fresh = startWizard(SIZE_STEPS, offer('205', '225'))
const second = answerStep(fresh, '225', offer('40', '45'))
const done = answerStep(answerStep(second, '45', offer('17', '18')), '17')

/** At most one step is active: the first without an answer. */
function expectLawful(wizard: Wizard): void {
  const open = wizard.filter(({ isActive }) => isActive)
  expect(open).toEqual(wizard.filter((step) => step.selectedValue === null).slice(0, 1))
}

test('[B2] an answer activates the next step with its own options', () => {
  expect(fresh.map(({ number, type, title, isActive }) => ({ number, type, title, isActive }))).toEqual([
    { number: 1, type: 'section', title: 'Width', isActive: true },
    { number: 2, type: 'aspect', title: 'Sidewall', isActive: false },
    { number: 3, type: 'rim', title: 'Diameter', isActive: false },
  ])
  expect(second[0]).toMatchObject({ isActive: false, selectedValue: '225' })
  expect(activeStep(second)).toMatchObject({ number: 2, children_data: offer('40', '45') })
  for (const wizard of [fresh, second, done]) expectLawful(wizard)
})

test('[B2] what a step does not offer is no answer to it', () => {
  expect(answerStep(fresh, '999', offer('45'))).toBe(fresh)
  expect(answerStep(done, '17')).toBe(done)
})

test('[B2] no step is active when every step has a value', () => {
  expect([fresh, second, done].map((wizard) => activeStep(wizard)?.number ?? null)).toEqual([1, 2, null])
  expect(answersOf(done)).toEqual(['225', '45', '17'])
})

test('[B2] going back to a step clears every later one and leaves the earlier ones', () => {
  const back = backTo(done, 2)
  expect(answersOf(back)).toEqual(['225'])
  expect(activeStep(back)).toMatchObject({ number: 2, children_data: offer('40', '45') })
  expect(back[2]).toMatchObject({ isActive: false, selectedValue: null, children_data: [] })
  expectLawful(back)
})

test('[B2] the step before the active one, if there is one', () => {
  expect([done, second, fresh].map(previousNumber)).toEqual([3, 1, null])
})

test('[B2] clear makes the first step active and the rest empty', () => {
  expect(clearWizard(done)).toEqual(fresh)
})

test('[B2] values in the wizard ranges come first, in the order of the ranges, then the rest', () => {
  const sorted = (part: keyof typeof WIZARD_RANGES, values: number[]) =>
    values.toSorted(rangeOrder(WIZARD_RANGES[part]))
  expect(sorted('width', [365, 185, 355, 195, 225])).toEqual([195, 225, 355, 185, 365])
  expect(sorted('aspect', [95, 13.5, 90, 10, 25, 14])).toEqual([25, 90, 10, 13.5, 14, 95])
  expect(sorted('rim', [26, 13, 24.5, 14])).toEqual([14, 24.5, 13, 26])
})

test('[B2] a final size is whole, at least 100 wide and nowhere zero', () => {
  expect(isFinalSize({ width: 225, aspect: 45, rim: 17 })).toBe(true)
  expect(isFinalSize({ width: 100, aspect: 1, rim: 1 })).toBe(true)
  for (const wrong of [
    { width: 99, aspect: 45, rim: 17 },
    { width: 225.5, aspect: 45, rim: 17 },
    { width: 225, aspect: 0, rim: 17 },
    { width: 225, aspect: 12.5, rim: 17 },
    { width: 295, aspect: 75, rim: 22.5 },
    { width: Number.NaN, aspect: 45, rim: 17 },
  ])
    expect(isFinalSize(wrong), JSON.stringify(wrong)).toBe(false)
})

test('[B1] [B2] a final size leads to its landing, any other to the listing of sizes with size filters', () => {
  expect(finderHref({ width: 225, aspect: 45, rim: 17 })).toBe('/t/s/225-45r17')
  expect(finderHref({ width: 245, aspect: 75, rim: 16 }, 'lt245-75r16')).toBe('/t/s/lt245-75r16')
  expect(finderHref({ width: 31, aspect: 10.5, rim: 15 })).toBe('/t/s?width=31&aspect=10.5&rim=15')
  expect(finderHref({ width: 295, aspect: 75, rim: 22.5 })).toBe('/t/s?width=295&aspect=75&rim=22.5')
})
