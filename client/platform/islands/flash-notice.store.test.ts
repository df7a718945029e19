import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../storage/testing/memory-storage.harness.ts'
import { setFlashNotice, takeFlashNotice } from './flash-notice.store.ts'

test('[G5] the next page says the words once, and no page says them late', () => {
  stubStorage()
  setFlashNotice("You're logged out", 1000)
  expect(takeFlashNotice(2000)).toBe("You're logged out")
  expect(takeFlashNotice(2000)).toBeNull()
  setFlashNotice("You're logged out", 1000)
  expect(takeFlashNotice(60_000)).toBeNull()
})

test('[G5] a storage that is forbidden says nothing and breaks nothing', () => {
  forbidStorage()
  setFlashNotice('words', 1)
  expect(takeFlashNotice(1)).toBeNull()
})
