import { expect, test } from 'vitest'
import { readLocation, saveDetectedLocation, saveLocation } from './location.store.ts'
import { readZip, saveZip } from './zip.store.ts'

function storage(held: Record<string, string> = {}) {
  return () => ({
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value
    },
  })
}
const CHICAGO = { zip: '60612', city: 'Chicago', state: 'IL' }

test('[G1] a chosen place is known on the next page, and its ZIP code wherever one is asked for', () => {
  const own = storage()
  saveLocation(own, CHICAGO)
  expect(readLocation(own)).toEqual(CHICAGO)
  expect(readZip(own)).toBe('60612')
})

test('[G1] a place that the network found is known, but nothing is asked in its name', () => {
  const own = storage()
  saveDetectedLocation(own, CHICAGO)
  expect(readLocation(own)).toEqual(CHICAGO)
  expect(readZip(own)).toBe('')
})

test('[G1] a ZIP code typed elsewhere later is the truth, and what cannot be read is no place', () => {
  const own = storage()
  saveLocation(own, CHICAGO)
  saveZip(own, '75201')
  expect(readLocation(own)).toBeNull()
  expect(readLocation(storage({ place: '{"zip":"<b>"}' }))).toBeNull()
  expect(readLocation(storage({ place: '{' }))).toBeNull()
})
