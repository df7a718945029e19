import { expect, test } from 'vitest'
import {
  buildSize,
  EMPTY_MARKS,
  EXAMPLE,
  explainSize,
  HELP_STEPS,
  highlightedLoadIndex,
  highlightedSpeedSymbol,
  incompleteSteps,
  marksToDraw,
  parseMarks,
  parseWholeSize,
  partError,
  type SizePart,
} from './size-help.ts'
import { formatTireSize } from './tire-size.ts'

const typed = (marks: Partial<typeof EMPTY_MARKS>) => ({ ...EMPTY_MARKS, ...marks })

test('[B3] the help has its eight steps in the required order', () => {
  expect(HELP_STEPS.map(({ id }) => id)).toEqual([
    'where-to-find',
    'tire-type',
    'tire-width',
    'aspect-ratio',
    'construction',
    'wheel-diameter',
    'load-index',
    'speed-index',
  ])
})

test.each<[SizePart, Partial<typeof EMPTY_MARKS>, string]>([
  [
    'type',
    { type: 'lt' },
    'Pickups, vans and heavy SUVs that carry or tow. Stick with LT if the sticker says LT.',
  ],
  ['width', { width: '225' }, '225 mm, or 8.9 in across.'],
  ['aspect', { aspect: '45' }, 'The sidewall is 45 percent of the width.'],
  [
    'aspect',
    { width: '225', aspect: '45' },
    '45 percent of 225 mm: the sidewall is 101 mm, or 4.0 in, tall.',
  ],
  ['construction', { construction: 'ZR' }, 'A radial tire.'],
  ['construction', { construction: 'D' }, 'A bias tire.'],
  ['rim', { rim: '17' }, 'A 17 inch wheel.'],
  [
    'rim',
    { width: '225', aspect: '45', rim: '17' },
    'A 17 inch wheel. The whole tire is 25.0 in tall and 8.9 in wide.',
  ],
  ['load', { load: '94' }, '94 carries 1,477 lb per tire, 5,908 lb on four.'],
  ['load', { load: '121/118' }, '121 carries 3,197 lb per tire, 12,788 lb on four.'],
  ['speed', { speed: 'w' }, 'W is up to 168 mph.'],
  ['speed', { speed: '(Y)' }, 'Y is up to 186 mph.'],
])('[B3] %s of %o means "%s"', (part, marks, text) => {
  expect(explainSize(part, typed(marks))).toBe(text)
})

test('[B3] an empty part has no error and no explanation', () => {
  for (const part of Object.keys(EMPTY_MARKS) as SizePart[]) {
    expect(partError(part, ' ')).toBeNull()
    expect(explainSize(part, EMPTY_MARKS)).toBeNull()
  }
})

test.each<[SizePart, string]>([
  ['width', '99'],
  ['width', '225.5'],
  ['width', 'wide'],
  ['width', '-225'],
  ['aspect', '0'],
  ['aspect', '45.5'],
  ['rim', '0'],
  ['rim', '19.5'],
  ['rim', '1e1'],
  ['load', '59'],
  ['load', '161'],
  ['load', '94/'],
  ['speed', 'A'],
  ['speed', 'WW'],
])('[B3] %s "%s" is refused with an example, and no size is built', (part, text) => {
  expect(partError(part, text)).toMatch(/such as/)
  expect(explainSize(part, typed({ [part]: text }))).toBeNull()
  if (part !== 'load' && part !== 'speed') expect(buildSize({ ...EXAMPLE, [part]: text })).toBeNull()
})

test('[B3] a size needs width, aspect ratio and wheel; the steps of missing parts are returned', () => {
  expect(incompleteSteps(EMPTY_MARKS).map(({ id }) => id)).toEqual([
    'tire-width',
    'aspect-ratio',
    'wheel-diameter',
  ])
  const size = buildSize(typed({ width: ' 225', aspect: '45', rim: '17 ' }))
  expect(size && formatTireSize(size)).toBe('225/45R17')
  expect(incompleteSteps(typed({ width: '225', rim: '17' })).map(({ id }) => id)).toEqual(['aspect-ratio'])
  expect(buildSize(typed({ width: '125', aspect: '70', construction: 'D', rim: '16' }))?.construction).toBe(
    'D',
  )
})

test.each([
  ['225/45R17 94W', ['euro', '225', '45', 'R', '17', '94', 'W']],
  ['ST205/75R15 107M', ['st', '205', '75', 'R', '15', '107', 'M']],
  ['P225/45ZR17 (94Y)', ['p', '225', '45', 'ZR', '17', '94', 'Y']],
  ['lt265/70r17 121/118s', ['lt', '265', '70', 'R', '17', '121', 'S']],
  ['195/75R16C 107/105R', ['c', '195', '75', 'R', '16', '107', 'R']],
  ['T125/70D16', ['t', '125', '70', 'D', '16', '', '']],
  ['2254517', ['euro', '225', '45', 'R', '17', '', '']],
])('[B3] the whole size "%s" is split into its parts', (text, parts) => {
  expect(Object.values(parseMarks(text) ?? {})).toEqual(parts)
})

test('[B3] [audit B5] a size with other parts is not split, but parsed as a whole', () => {
  for (const text of ['', 'my tire', '94W'])
    expect([parseMarks(text), parseWholeSize(text)]).toEqual([null, null])
  for (const text of ['33X12.50R15LT', '225/70R19.5', '11R22.5', '195R14C']) {
    const size = parseWholeSize(text)
    expect([parseMarks(text), size && formatTireSize(size)]).toEqual([null, text])
  }
})

test('[B3] [audit B5] the type of the tire is part of the size', () => {
  const size = (type: string) => {
    const found = buildSize(typed({ type, width: '245', aspect: '75', rim: '16' }))
    return found && formatTireSize(found)
  }
  expect(['euro', 'p', 'lt', 'st', 'c', ''].map(size)).toEqual([
    '245/75R16',
    'P245/75R16',
    'LT245/75R16',
    'ST245/75R16',
    '245/75R16C',
    '245/75R16',
  ])
})

test('[B3] a drawing shows the valid typed parts, and the example for the other parts', () => {
  expect(marksToDraw(EMPTY_MARKS)).toEqual(EXAMPLE)
  expect(marksToDraw(typed({ width: '205', aspect: '5', speed: 'h' }))).toEqual({
    ...EXAMPLE,
    width: '205',
    speed: 'H',
  })
  expect([
    highlightedLoadIndex(EXAMPLE),
    highlightedSpeedSymbol(EXAMPLE),
    highlightedLoadIndex(EMPTY_MARKS),
    highlightedSpeedSymbol(EMPTY_MARKS),
  ]).toEqual([94, 'W', null, null])
})
