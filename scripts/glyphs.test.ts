import { expect, test } from 'vitest'
import { outline } from './glyphs.ts'

test('an outline is written in whole numbers at the requested scale', () => {
  const commands = [
    { type: 'M', x: 10, y: 0 },
    { type: 'L', x: 20.4, y: -3 },
    { type: 'Q', x1: 1, y1: 2, x: 3, y: 4 },
    { type: 'Z' },
  ]
  expect(outline(commands, 2)).toBe('M20 0L41 -6Q2 4 6 8Z')
})

test('a path command of another kind is refused by name', () => {
  expect(() => outline([{ type: 'C', x: 1, y: 1 }], 1)).toThrow('"C"')
})
