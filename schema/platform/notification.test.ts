import { expect, test } from 'vitest'
import { isDuplicate, NOTICE_OK, notificationActions, notificationLifetime } from './notification.ts'

const added = { message: '2 Halden Velo Sport are in the cart.', type: 'success' } as const

test('[G5] a message equal to the last one is a duplicate; another message and the first message are not', () => {
  expect(isDuplicate(added, { ...added })).toBe(true)
  expect(isDuplicate(added, { ...added, message: 'Removed.' })).toBe(false)
  expect(isDuplicate(added, { ...added, type: 'error' })).toBe(true)
  expect(isDuplicate(undefined, added)).toBe(false)
})

test('[G5] a notification is shown for 5000 ms or its own time; an error stays', () => {
  expect(notificationLifetime(added)).toBe(5000)
  expect(notificationLifetime({ ...added, timeToLive: 800 })).toBe(800)
  expect(notificationLifetime({ ...added, hasNoTimeout: true })).toBeNull()
  expect(notificationLifetime({ ...added, type: 'error' })).toBeNull()
})

test('[G5] a notification shows its actions, and always an action that closes it', () => {
  const checkout = { label: 'Proceed to checkout', href: '/checkout/' }
  expect(notificationActions(added)).toEqual([{ label: 'Close' }])
  expect(notificationActions({ ...added, action1: checkout })).toEqual([checkout, { label: 'Close' }])
  expect(notificationActions({ ...added, action1: NOTICE_OK, action2: checkout })).toEqual([
    { label: 'OK' },
    checkout,
  ])
})
