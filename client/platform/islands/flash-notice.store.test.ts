import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../storage/testing/memory-storage.harness.ts'
import { consumeFlashNotice, setFlashNotice } from './flash-notice.store.ts'

test('[G5] the next page gets the message once; after 20 seconds no page gets it', () => {
  stubStorage()
  setFlashNotice("You're logged out", 1000)
  expect(consumeFlashNotice(2000)).toBe("You're logged out")
  expect(consumeFlashNotice(2000)).toBeNull()
  setFlashNotice("You're logged out", 1000)
  expect(consumeFlashNotice(60_000)).toBeNull()
})

test('[G5] without storage there is no message, and no error is thrown', () => {
  forbidStorage()
  setFlashNotice('message', 1)
  expect(consumeFlashNotice(1)).toBeNull()
})
