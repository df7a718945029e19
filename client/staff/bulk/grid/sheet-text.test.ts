import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatSheet, parseSheet } from './sheet-text.ts'

test('[H14v] any cells come back as they were copied', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', '1') })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(cell, { minLength: 1, maxLength: 12 }),
      (columns, cells) => {
        const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
          Array.from({ length: columns }, (__, column) => cells[row * columns + column] ?? 'x'),
        )
        expect(parseSheet(formatSheet(rows))).toEqual(rows)
      },
    ),
  )
})

test.each([
  ['62.00\r\n70.00\r\n', [['62.00'], ['70.00']]],
  [
    '62\tA-1\n\tB-2',
    [
      ['62', 'A-1'],
      ['', 'B-2'],
    ],
  ],
  ['a 5" rim\t1', [['a 5" rim', '1']]],
  ['', [['']]],
  ['62\n\n70', [['62'], [''], ['70']]],
])('[H14v] reads %j as spreadsheets copy it', (text, rows) => {
  expect(parseSheet(text)).toEqual(rows)
})
