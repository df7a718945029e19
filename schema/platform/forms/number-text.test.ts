import * as v from 'valibot'
import { expect, test } from 'vitest'
import { numberText, ROW_ID, wholeNumber } from './number-text.ts'

test('[H14] an id of a row has no sign, no leading zero and at most 15 digits', () => {
  expect(v.parse(ROW_ID, '999999999999999')).toBe(999_999_999_999_999)
  for (const text of ['', '0', '01', '-1', '1.5', '1e3', ' 1', '１', '1\n', '9'.repeat(16), 7])
    expect(v.is(ROW_ID, text)).toBe(false)
})

test('[H14] a number as text has up to its digits and nothing else', () => {
  expect(v.parse(numberText(3), '007')).toBe(7)
  for (const text of ['', '1000', '-1', '1.5', ' 1', '1\n', 'NaN', 7])
    expect(v.is(numberText(3), text)).toBe(false)
})

test('[H14] a whole number is between zero and its largest value', () => {
  expect([0, 5].map((number) => v.is(wholeNumber(5), number))).toEqual([true, true])
  for (const number of [-1, 6, 1.5, Number.NaN, '1']) expect(v.is(wholeNumber(5), number)).toBe(false)
})
