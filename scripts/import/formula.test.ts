import { expect, test } from 'vitest'
import { readFormula } from './formula.ts'

const columns: Record<string, number> = { rim: 17, width: 225 }
const value = (text: string) => readFormula(text)((name) => columns[name] ?? Number.NaN)

test('a formula has columns, precedence, parentheses and signs', () => {
  expect(value('38 + (rim - 13) * 11 + (width - 175) * 0.32')).toBe(98)
  expect(value('2 + 3 * 4')).toBe(14)
  expect(value('(2 + 3) * 4')).toBe(20)
  expect(value('10 - 4 - 3')).toBe(3)
  expect(value('-rim + 20 / 4')).toBe(-12)
})

test('a column that is no number makes the result no number', () => {
  expect(value('missing * 2')).toBeNaN()
})

test('a malformed formula is refused when it is parsed', () => {
  for (const text of ['', '1 +', '(1', '1 2', 'process.exit()', 'a; b', '"x"', '2 ** 3']) {
    expect(() => readFormula(text), text).toThrow('makes no sense')
  }
})
