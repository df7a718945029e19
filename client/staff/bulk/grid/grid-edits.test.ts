import { describe, expect, test } from 'vitest'
import type { GridResult } from '../../../../schema/staff/bulk/grid.api.ts'
import {
  applyResult,
  type Cell,
  cellKey,
  decideConflict,
  type Edits,
  resumeEdits,
  toRows,
  typeCells,
} from './grid-edits.ts'

const NONE: Edits = new Map()
const PRICE: Cell = { sku: 'TL-1', field: 'price', base: '62.00' }
const BIN: Cell = { sku: 'TL-1', field: 'bin', base: 'A-1' }
const type = (edits: Edits, cell: Cell, typed: string) => typeCells(edits, [{ ...cell, typed }])
const textOf = (edits: Edits, cell: Cell) => edits.get(cellKey(cell))?.typed
const answer = (row: Partial<GridResult['rows'][number]>): Pick<GridResult, 'rows'> => ({
  rows: [{ sku: 'TL-1', outcome: 'changed', ...row }],
})

describe('[H14v] a cell of the grid', () => {
  test.each([
    ['price', '$1,062.5', '1062.50'],
    ['specialPrice', ' 59 ', '59.00'],
    ['bin', 'https://shop.example/b/A-12-3', 'A-12-3'],
    ['bin', "'12-3", '12-3'],
    ['lotId', '7', '7'],
    ['tin', '4b9kxxr2419', '4B9KXXR2419'],
  ] as const)('of %s reads %s as %s', (field, typed, text) => {
    const edits = type(NONE, { sku: 'TL-1', field, base: '' }, typed)
    expect(edits.get(`TL-1 ${field}`)).toMatchObject({ typed: text, problem: null })
  })

  test.each([
    ['price', ''],
    ['price', 'cheap'],
    ['price', '62.001'],
    ['lotId', '1.5'],
    ['tin', '12'],
    ['bin', 'x'.repeat(21)],
  ] as const)('of %s says what is wrong with "%s", and its row is not sent', (field, typed) => {
    const edits = type(
      type(NONE, { sku: 'TL-1', field, base: 'old' }, typed),
      { ...BIN, field: 'cost', base: '' },
      '5',
    )
    expect(edits.get(`TL-1 ${field}`)?.problem).toMatch(/^Type /)
    expect(toRows(edits)).toEqual([])
  })

  test('that means what the shop has is no edit', () => {
    expect(type(NONE, PRICE, '62').size).toBe(0)
    expect(type(type(NONE, PRICE, '70'), PRICE, '$62.0').size).toBe(0)
  })
})

describe('[H14v] a save of the grid', () => {
  const edits = type(type(NONE, PRICE, '70'), BIN, '')

  test('sends the changed fields alone, with the values that were seen', () => {
    expect(toRows(edits)).toEqual([
      { sku: 'TL-1', seen: { price: 6_200, bin: 'A-1' }, patch: { price: 7_000, bin: null } },
    ])
  })

  test('leaves what was typed while it ran as an edit on the saved value', () => {
    const typed = type(edits, PRICE, '75')
    const { edits: left, saved } = applyResult(typed, toRows(edits), answer({}))
    expect([...left.values()]).toMatchObject([{ field: 'price', base: '70.00', typed: '75.00' }])
    expect(saved).toEqual([
      { ...PRICE, base: '70.00' },
      { ...BIN, base: '' },
    ])
  })

  test('marks the refused field, and the row can be sent again', () => {
    const refused = answer({ outcome: 'refused', field: 'bin', message: 'No bin has this code.' })
    const { edits: left } = applyResult(edits, toRows(edits), refused)
    expect(left.get('TL-1 bin')?.problem).toBe('No bin has this code.')
    expect(left.get('TL-1 price')?.problem).toBeNull()
    expect(toRows(left)).toHaveLength(1)
  })

  const conflict = answer({
    outcome: 'conflict',
    conflicts: [{ field: 'price', theirs: 8_000, by: 'Casey', at: 5 }],
  })
  const { edits: decided } = applyResult(edits, toRows(edits), conflict)

  test('shows both values of a conflict and sends nothing of the row before somebody decides', () => {
    expect(decided.get('TL-1 price')).toMatchObject({
      typed: '70.00',
      theirs: { text: '80.00', by: 'Casey', at: 5 },
    })
    expect(toRows(decided)).toEqual([])
  })

  test.each([
    ['theirs', { bin: null }, undefined],
    ['mine', { price: 7_000, bin: null }, '70.00'],
  ] as const)('goes on with %s', (choice, patch, text) => {
    const { edits: next } = decideConflict(decided, cellKey(PRICE), choice)
    expect(textOf(next, PRICE)).toBe(text)
    expect(toRows(next)).toMatchObject([{ patch }])
  })

  test('goes on with a third value that somebody types', () => {
    expect(toRows(type(decided, PRICE, '75'))).toMatchObject([
      { seen: { price: 8_000 }, patch: { price: 7_500 } },
    ])
  })
})

test('[H14v] stored cells come back; one that somebody changed since is a conflict, one that is saved is gone', () => {
  const stored = [...type(type(NONE, PRICE, '70'), BIN, 'B-2').values()]
  const page = (...cells: Cell[]) => new Map(cells.map((cell) => [cellKey(cell), cell]))
  expect(resumeEdits(stored, page(PRICE)).size).toBe(1)
  const unreadable = [...type(NONE, PRICE, 'cheap').values()].map((edit) => ({ ...edit, problem: null }))
  expect(resumeEdits(unreadable, page(PRICE)).get('TL-1 price')?.problem).toMatch(/^Type /)
  const later = resumeEdits(stored, page({ ...PRICE, base: '80.00' }, { ...BIN, base: 'B-2' }))
  expect([...later.values()]).toMatchObject([{ field: 'price', typed: '70.00', theirs: { text: '80.00' } }])
})
