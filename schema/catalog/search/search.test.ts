import { expect, test } from 'vitest'
import { isLongEnough, quoteFtsTerm, splitWords } from './search.ts'

test('a term needs three characters, counted as code points', () => {
  expect(['abc', ' ab ', '🛞🛞', '🛞🛞🛞', ''].map(isLongEnough)).toEqual([true, false, false, true, false])
})

test('words are runs of letters and digits; a dot stays only within a number', () => {
  expect(splitWords('Škoda LT245/75-R16, 19.5 in. 10.5R15 a.b')).toEqual([
    'skoda',
    'lt245',
    '75',
    'r16',
    '19.5',
    'in',
    '10',
    '5r15',
    'a',
    'b',
  ])
  expect(splitWords(' - ')).toEqual([])
})

test('a quoted term is searched as an exact phrase', () => {
  expect([' "solano sport" ', '“ x ”', '"x', 'x', '""'].map(quoteFtsTerm)).toEqual([
    'solano sport',
    'x',
    null,
    null,
    null,
  ])
})
