import { expect, test } from 'vitest'
import { setFlashNotice, takeFlashNotice } from './flash-notice.store.ts'

function memory() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
  }
}

test('[G5] the next page says the words once, and no page says them late', () => {
  const storage = memory()
  setFlashNotice(storage, "You're logged out", 1000)
  expect(takeFlashNotice(storage, 2000)).toBe("You're logged out")
  expect(takeFlashNotice(storage, 2000)).toBeNull()
  setFlashNotice(storage, "You're logged out", 1000)
  expect(takeFlashNotice(storage, 60_000)).toBeNull()
})

test('[G5] a storage that is forbidden says nothing and breaks nothing', () => {
  const forbidden = {
    getItem: () => {
      throw new Error('forbidden')
    },
    setItem: () => {
      throw new Error('forbidden')
    },
    removeItem: () => {},
  }
  setFlashNotice(forbidden, 'words', 1)
  expect(takeFlashNotice(forbidden, 1)).toBeNull()
})
