import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { recentlyViewed, saveViewed } from './recently-viewed.store.ts'

test('[F4] viewed products are stored newest first, and can be cleared', () => {
  stubStorage()
  for (const sku of ['TL-1', 'TL-2', 'TL-1']) saveViewed(sku)
  expect(recentlyViewed.read()).toEqual(['TL-1', 'TL-2'])
  recentlyViewed.clear()
  expect(recentlyViewed.read()).toEqual([])
})

test('[F4] without browser storage no viewed product is saved and nothing throws', () => {
  forbidStorage()
  saveViewed('TL-1')
  recentlyViewed.clear()
  expect(recentlyViewed.read()).toEqual([])
})
