import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINDING_CODES, FINDINGS, type Finding } from './findings.ts'
import { gradeOf } from './grade.ts'

const finding = fc.record({ code: fc.constantFrom(...FINDING_CODES), mm: fc.integer({ min: 1, max: 9 }) })

test.each<[string, Finding[], number, string]>([
  ['a clean tire with much tread', [], 8, 'A'],
  ['marks of mounting only', [{ code: 'bead-marks' }], 8, 'A'],
  ['a scuff', [{ code: 'scuff' }], 8, 'B'],
  ['more wear', [], 5, 'B'],
  ['well worn and marked', [{ code: 'scuff' }], 5, 'C'],
  ['a repair', [{ code: 'plug-patch', mm: 5 }], 9, 'C'],
  ['little tread', [], 3.5, 'C'],
])('[H14d] %s', (_, findings, least, grade) => {
  expect(gradeOf(findings, { least, treadNew: 10 })).toBe(grade)
})

test('[H14d] the same depth is worth less on a tire that was deeper when new', () => {
  expect(gradeOf([], { least: 6, treadNew: 10 })).toBe('A')
  expect(gradeOf([], { least: 6, treadNew: 22 })).toBe('B')
})

test('[H14d] one more finding or less tread never makes the grade better', () => {
  fc.assert(
    fc.property(
      fc.array(finding, { maxLength: 4 }),
      finding,
      fc.integer({ min: 4, max: 40 }),
      fc.integer({ min: 0, max: 8 }),
      (findings, more, halves, less) => {
        const tread = { least: halves / 2, treadNew: 12 }
        const base = gradeOf(findings, tread)
        expect(gradeOf([...findings, more], tread) >= base).toBe(true)
        expect(gradeOf(findings, { ...tread, least: tread.least - less / 2 }) >= base).toBe(true)
      },
    ),
  )
})

test('[H14d] every finding has a label and the words of the passport', () => {
  for (const { label, text } of Object.values(FINDINGS))
    for (const words of [label, text]) expect(words).toMatch(/^[A-Z]/)
})
