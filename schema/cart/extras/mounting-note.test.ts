import { expect, test } from 'vitest'
import { formatMountingNote } from './mounting-note.ts'

test.each([
  [[''], 'our store.'],
  [['Chicago'], 'our store in Chicago.'],
  [['Chicago', 'Chicago'], 'one of our stores in Chicago.'],
  [['Chicago', 'Joliet', 'Elgin'], 'one of our stores in Chicago, Joliet or Elgin.'],
])('[H13k] the tires go to the stores of %j', (cities, where) => {
  expect(formatMountingNote(cities.map((city) => ({ city, state: 'IL' })))).toBe(
    `We ship the tires to you; bring them to ${where}`,
  )
})

test('[H13k] a shopper in a state without a store is warned of the distance', () => {
  const note = (regionCode: string | null, state = 'IL') =>
    formatMountingNote([{ city: 'Chicago', state }], { regionCode, postcode: '78701' })
  expect(note('TX')).toMatch(/in Chicago\. Your tires go to 78701, so check the distance first\.$/)
  for (const plain of [note('IL'), note(null), note('TX', '')]) expect(plain).not.toContain('78701')
})
