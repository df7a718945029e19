import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AGE_MARKS, formatDotAndAge, tireAge } from './tire-age.ts'

const NOW = Date.UTC(2026, 10, 26)

test('[H13e] the age of a tire is said in words: week, year and whole years', () => {
  expect(tireAge('2319', NOW)).toEqual({ text: 'Made week 23 of 2019, 7 years old', mark: 'inspect' })
  expect(tireAge('U2LL LMLR 2326', NOW)?.text).toBe('Made week 23 of 2026, less than a year old')
  expect(formatDotAndAge('U2LL LMLR 4914', NOW)).toBe('4914: made week 49 of 2014, 11 years old')
  for (const unknown of [null, '', 'abc', '5419']) expect(tireAge(unknown, NOW)).toBeNull()
})

test('[H13e] a tire is marked from the day it is six years old, and again from ten', () => {
  const mark = (dot: string, now: number) => tireAge(dot, now)?.mark
  const madeAt = Date.UTC(2020, 0, 4)
  const years = (count: number) => madeAt + count * 365.25 * 86_400_000
  expect(mark('0120', years(6) - 1)).toBeNull()
  expect(mark('0120', years(6))).toBe('inspect')
  expect(mark('0120', years(10) - 1)).toBe('inspect')
  expect(mark('0120', years(10))).toBe('avoid')
  expect(AGE_MARKS.inspect.advice).toContain('have it inspected yearly')
  expect(AGE_MARKS.avoid.advice).toContain('we don’t recommend it for daily use')
})

test('[H13e] an older tire never has a milder mark', () => {
  const rank = { none: 0, inspect: 1, avoid: 2 }
  const dots = fc.tuple(fc.integer({ min: 1, max: 52 }), fc.integer({ min: 5, max: 26 }))
  fc.assert(
    fc.property(dots, dots, (one, other) => {
      const [older, newer] = [one, other].sort((a, b) => a[1] - b[1] || a[0] - b[0])
      const level = ([week, year]: readonly number[]) =>
        rank[tireAge([week, year].map((part) => String(part).padStart(2, '0')).join(''), NOW)?.mark ?? 'none']
      expect(level(older ?? [])).toBeGreaterThanOrEqual(level(newer ?? []))
    }),
  )
})
