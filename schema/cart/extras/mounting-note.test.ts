import { expect, test } from 'vitest'
import { formatMountingNote } from './mounting-note.ts'

test.each([
  [[''], 'our store.'],
  [['Chicago'], 'our store in Chicago.'],
  [['Chicago', 'Chicago'], 'one of our stores in Chicago.'],
  [['Chicago', 'Joliet', 'Elgin'], 'one of our stores in Chicago, Joliet or Elgin.'],
])('[H13k] the tires go to the stores of %j', (cities, where) => {
  expect(formatMountingNote(cities)).toBe(`We ship the tires to you; bring them to ${where}`)
})
