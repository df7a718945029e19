import { expect, test } from 'vitest'
import { type MixedTire, mixedTireNotes } from './mixed-tires.ts'

const tire = (more: Partial<MixedTire> = {}): MixedTire => ({
  ...{ size: '225/45R17', season: 'All seasons', loadRange: null },
  ...more,
})
const notes = (...tires: [MixedTire, number][]) =>
  mixedTireNotes(tires.map(([one, count]) => [{ tire: one, count }])).flat()

const SIZES =
  'This cart mixes the sizes 225/45R17 and 255/35R18. On one car, both tires of an axle need the same size.'
const SEASONS = 'This cart mixes all-season and winter tires. On one car, use four of the same kind.'

test('one kind of tires has no note, whatever their number', () => {
  expect(notes()).toEqual([])
  expect(notes([tire(), 1])).toEqual([])
  expect(notes([tire(), 1], [tire(), 6])).toEqual([])
})

test('sizes, seasons and loads that one car should not mix are each noted once', () => {
  expect(notes([tire(), 3], [tire({ size: '255/35R18', loadRange: 'XL' }), 1])).toEqual([SIZES])
  expect(notes([tire(), 2], [tire({ season: 'Winter' }), 2])).toEqual([SEASONS])
  expect(notes([tire(), 3], [tire({ loadRange: 'XL' }), 1])).toEqual([
    'This cart mixes standard-load and extra-load (XL) tires. On one car, both tires of an axle need the same load rating.',
  ])
  expect(
    notes([tire({ size: 'LT245/75R16' }), 2], [tire({ size: 'LT245/75R16', loadRange: 'E' }), 2]),
  ).toEqual([])
  expect(notes([tire(), 1], [tire({ size: '255/35R18', season: 'Winter' }), 1])).toEqual([SIZES, SEASONS])
})

test('whole sets of four may be for several cars', () => {
  expect(notes([tire(), 4], [tire({ size: '255/35R18', season: 'Winter' }), 8])).toEqual([])
  expect(notes([tire(), 4], [tire({ size: '255/35R18' }), 1])).toEqual([SIZES])
})

test('[H13f] two sizes in pairs are right for a car with wider tires on its rear axle, in one season', () => {
  const rear = { size: '255/35R18', loadRange: 'XL' } as const
  expect(notes([tire(), 2], [tire(rear), 2])).toEqual([])
  expect(notes([tire(), 2], [tire({ loadRange: 'XL' }), 2])).toEqual([])
  expect(notes([tire(), 2], [tire({ ...rear, season: 'Winter' }), 2])).toEqual([SEASONS])
})

test('[H13f] a note stands at the first line that differs from the lines before it', () => {
  const summer = [{ tire: tire(), count: 2 }]
  const winter = [{ tire: tire({ season: 'Winter' }), count: 2 }]
  expect(mixedTireNotes([summer, [], winter])).toEqual([[], [], [SEASONS]])
  expect(mixedTireNotes([[...summer, ...winter]])).toEqual([[SEASONS]])
})
