import { beforeEach, expect, test } from 'vitest'
import { stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { readLocation, saveDetectedLocation, saveLocation } from './location.store.ts'
import { readZip, saveZip } from './zip.store.ts'

const CHICAGO = { zip: '60612', city: 'Chicago', state: 'IL' }

beforeEach(stubStorage)

test('[G1] a chosen location and its ZIP code are stored for the next page', () => {
  saveLocation(CHICAGO)
  expect(readLocation()).toEqual(CHICAGO)
  expect(readZip()).toBe('60612')
})

test('[G1] a location found by IP address is stored, but its ZIP code is not', () => {
  saveDetectedLocation(CHICAGO)
  expect(readLocation()).toEqual(CHICAGO)
  expect(readZip()).toBe('')
})

test('[G1] a ZIP code that was typed later replaces the location, and an invalid stored text is no location', () => {
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
