import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dotDateProblem, parseDotCode } from './dot-code.ts'

const NOW = Date.UTC(2026, 10, 26)

test('[H14] week and year are read from four digits and from a whole TIN', () => {
  expect(parseDotCode('2319')).toEqual({ date: '2319', week: 23, year: 2019, tin: null })
  expect(parseDotCode('dot U2LL LMLR 2319')).toMatchObject({ date: '2319', tin: 'U2LLLMLR2319' })
  expect(parseDotCode('1K9 XABCDE 0120')).toMatchObject({ week: 1, year: 2020 })
})

test('[H14] a TIN has 7 to 13 symbols, ends in four digits and has no I, O, Q, S or Z', () => {
  for (const text of ['', '231', '23191', 'ABCDEFGHJK2319X1', 'AB19'])
    expect(parseDotCode(text)).toBe('dot-length')
  for (const letter of 'IOQSZ') expect(parseDotCode(`U2${letter}L2319`)).toBe('tin-symbols')
  expect(parseDotCode('U2LLLMLR23I9')).toBe('tin-symbols')
  expect(parseDotCode('U2LL🛞2319')).toBe('tin-symbols')
})

test('[H9] [H14] only weeks 1 to 53 since 2011 that have come can be on a tire', () => {
  expect(dotDateProblem(0, 2019, NOW)).toBe('dot-week')
  expect(dotDateProblem(54, 2019, NOW)).toBe('dot-week')
  expect(dotDateProblem(53, 2020, NOW)).toBeNull()
  expect(dotDateProblem(52, 2010, NOW)).toBe('dot-too-old')
  expect(dotDateProblem(1, 2099, NOW)).toBe('dot-too-old')
  expect(dotDateProblem(47, 2026, NOW)).toBeNull()
  expect(dotDateProblem(50, 2026, NOW)).toBe('dot-future')
  expect(dotDateProblem(1, 2027, NOW)).toBe('dot-future')
})

test('[H14] every readable code ends in its week and year, and no text throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
      const code = parseDotCode(text)
      if (typeof code !== 'string') expect(Number(code.date)).toBe(code.week * 100 + (code.year % 100))
    }),
  )
})
