import { beforeEach, expect, test } from 'vitest'
import { stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { readLocation, saveDetectedLocation, saveLocation } from './location.store.ts'
import { readZip, saveZip } from './zip.store.ts'

const CHICAGO = { zip: '60612', city: 'Chicago', state: 'IL' }

beforeEach(stubStorage)

test('[G1] a chosen place is known on the next page, and its ZIP code wherever one is asked for', () => {
  saveLocation(CHICAGO)
  expect(readLocation()).toEqual(CHICAGO)
  expect(readZip()).toBe('60612')
})

test('[G1] a place that the network found is known, but nothing is asked in its name', () => {
  saveDetectedLocation(CHICAGO)
  expect(readLocation()).toEqual(CHICAGO)
  expect(readZip()).toBe('')
})

test('[G1] a ZIP code typed elsewhere later is the truth, and what cannot be read is no place', () => {
  saveLocation(CHICAGO)
  saveZip('75201')
  expect(readLocation()).toBeNull()
  localStorage.removeItem('zip')
  expect(readLocation()).toEqual(CHICAGO)
  for (const text of ['{"zip":"<b>"}', '{']) {
    localStorage.setItem('place', text)
    expect(readLocation(), text).toBeNull()
  }
})
