import { expect, test } from 'vitest'
import { isDuplicate, lifetime } from './notification.ts'

const added = { message: '2 Halden Velo Sport are in the cart.', type: 'success' } as const

test('[G5] the same words as the last notice are ignored, other words and the first are not', () => {
  expect(isDuplicate(added, { ...added })).toBe(true)
  expect(isDuplicate(added, { ...added, message: 'Removed.' })).toBe(false)
  expect(isDuplicate(added, { ...added, type: 'error' })).toBe(false)
  expect(isDuplicate(undefined, added)).toBe(false)
})

test('[G5] a notice lives 5000 ms or its own time; an error stays', () => {
  expect(lifetime(added)).toBe(5000)
  expect(lifetime({ ...added, timeToLive: 800 })).toBe(800)
  expect(lifetime({ ...added, hasNoTimeout: true })).toBeNull()
  expect(lifetime({ ...added, type: 'error' })).toBeNull()
})
