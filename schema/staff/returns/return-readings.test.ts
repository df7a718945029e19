import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BEFORE_SENT } from '../../catalog/product/product.ts'
import { FINDING_CODES, knockOutFinding } from '../intake/findings.ts'
import { isHigherGrade } from '../intake/grade.ts'
import { findingsOf } from './return-form.ts'
import {
  compareReadings,
  PUT_BACK_STATES,
  putBackProblem,
  readDepths,
  returnReport,
} from './return-readings.ts'

const depth = fc.integer({ min: 0, max: 24 }).map((halves) => halves / 2)
const grooves = fc.array(fc.array(depth, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 4 })
const findings = fc
  .uniqueArray(fc.constantFrom(...FINDING_CODES))
  .map((finding) => findingsOf({ finding, mm: '4' }))

test('[H14r] typed depths are read back as they were measured, with comma or dot', () => {
  fc.assert(
    fc.property(grooves, fc.boolean(), (measured, hasComma) => {
      const typed = measured.flat().map((one) => ` ${hasComma ? String(one).replace('.', ',') : one} `)
      expect(readDepths(typed, { grooves: measured })).toEqual(measured)
      expect(readDepths(typed.slice(1), { grooves: measured })).toBeNull()
    }),
  )
  for (const text of ['', '7/32', '-1', '7.55', 'x', '1e1', '٧'])
    expect(readDepths([text], { grooves: [[7]] })).toBeNull()
})

test('[H14r] the tread that was lost is the most of one groove, and deeper tires are another ones', () => {
  expect(
    compareReadings({ grooves: [[7, 7.5, 7, 7]] }, { grooves: [[6, 4.5, 7, 7.5]], findings: [] }),
  ).toEqual({
    ...{ lost: 3, isDeeper: false, isSellable: true, problem: null },
  })
  fc.assert(
    fc.property(grooves, fc.double({ min: -3, max: 3, noNaN: true }), findings, (before, change, found) => {
      const by = Math.round(change * 2) / 2
      const after = before.map((depths) => depths.map((one) => Math.max(0, one - by)))
      const { lost, isDeeper, isSellable } = compareReadings(
        { grooves: before },
        { grooves: after, findings: found },
      )
      const most = Math.max(
        ...before.flatMap((depths, tire) => depths.map((one, at) => one - (after[tire]?.[at] ?? 0))),
      )
      expect(lost).toBe(Math.max(0, most))
      expect(isDeeper).toBe(by < -1)
      expect(isSellable).toBe(after.flat().every((one) => one >= 2) && knockOutFinding(found) === null)
    }),
  )
})

test('[H14r] tires that cannot be sold are scrapped, and another tire goes nowhere', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.boolean(),
      fc.constantFrom(...PUT_BACK_STATES),
      (isDeeper, isSellable, to) => {
        const problem = putBackProblem({ lost: 0, problem: null, isDeeper, isSellable }, to)
        expect(problem).toBe(isDeeper ? 'deeper' : isSellable || to === 'scrap' ? null : 'knock-out')
      },
    ),
  )
})

test('[H14r] more tread lost and more findings never give a better grade', () => {
  fc.assert(
    fc.property(grooves, findings, (measured, found) => {
      const facts = { treadNew: 12, name: 'Casey', now: 0 }
      const clean = returnReport({ grooves: measured, findings: [] }, facts)
      const marked = returnReport({ grooves: measured, findings: found }, facts)
      expect(isHigherGrade(marked.grade, clean.grade)).toBe(false)
      expect(marked).toMatchObject({
        grooves: measured,
        firstInspection: { by: 'Casey' },
        secondInspection: { by: BEFORE_SENT },
      })
    }),
  )
})
