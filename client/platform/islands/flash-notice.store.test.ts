import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../storage/testing/memory-storage.harness.ts'
import { setFlashNotice, takeFlashNotice } from './flash-notice.store.ts'

test('[G5] the next page says the words once, and no page says them late', () => {
  stubStorage()
  const storage = sessionStorage
  setFlashNotice(storage, "You're logged out", 1000)
  expect(takeFlashNotice(storage, 2000)).toBe("You're logged out")
  expect(takeFlashNotice(storage, 2000)).toBeNull()
  setFlashNotice(storage, "You're logged out", 1000)
  expect(takeFlashNotice(storage, 60_000)).toBeNull()
})

test('[G5] a storage that is forbidden says nothing and breaks nothing', () => {
  forbidStorage()
  const forbidden = sessionStorage
  setFlashNotice(forbidden, 'words', 1)
  expect(takeFlashNotice(forbidden, 1)).toBeNull()
})
