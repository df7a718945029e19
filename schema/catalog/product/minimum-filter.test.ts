import { expect, test } from 'vitest'
import { SPEED_SYMBOLS } from '../sizes/speed-symbol.ts'
import { atLeast, matchingKeys, parseMinimum } from './minimum-filter.ts'

test('[audit D10] a minimum load index matches the same index and every higher index', () => {
  const keys = ['0', '91', '116', '119', '121', '94']
  expect(matchingKeys('tire_load', atLeast('116'), keys)).toEqual(['116', '119', '121'])
  expect(matchingKeys('tire_load', '116', keys)).toEqual(['116'])
})

test('[audit D10] speeds are compared by miles per hour: H is between U and V', () => {
  const keys = SPEED_SYMBOLS.map((symbol) => symbol.toLowerCase())
  expect(matchingKeys('tire_speed', atLeast('t'), keys)).toEqual(['t', 'u', 'h', 'v', 'w', 'y'])
  expect(matchingKeys('tire_speed', atLeast('h'), keys)).toEqual(['h', 'v', 'w', 'y'])
  expect(matchingKeys('tire_speed', atLeast('u'), keys)).toContain('h')
})

test('[audit D10] other filters and unknown load indexes have no minimum', () => {
  expect(parseMinimum('tire_load', 'min-116')).toBe('116')
  for (const [filter, value] of [
    ['tire_load', 'min-999'],
    ['tire_load', 'min-'],
    ['tire_load', '116'],
    ['tire_speed', 'min-x'],
    ['rim', 'min-17'],
  ] as const)
    expect(parseMinimum(filter, value), value).toBeNull()
})
