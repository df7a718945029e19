import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardText, unguardText } from './csv-cell.ts'

test('[H14w] every text comes back as it was', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^['=+\-@0-9eE./ ]{0,12}$/)), (text) => {
      expect(unguardText(guardText(text))).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ...['=HYPERLINK("x")', '+1', '-2', '@SUM(A1)', '\tx'],
  ...['0419', '007', '1/2', '12-3', '2026-11-27', '1E50419', '12.50', 'MAR-1', 'dec2', '3-May', 'TRUE', "'x"],
])('[H14w] %s stays a text in spreadsheets', (text) => {
  expect(guardText(text)).toBe(`'${text}`)
})

test.each(['TL-1001', 'A-12-3', '225/45R17', '4B9KXXR0419', 'Marathon', 'LT245/75R16', ''])(
  '[H14w] %s needs no apostrophe',
  (text) => {
    expect(guardText(text)).toBe(text)
  },
)
