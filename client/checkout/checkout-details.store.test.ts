import { expect, test } from 'vitest'
import { readLastUser, saveLastUser } from '../identity/session/last-user.store.ts'
import { forbidStorage, stubStorage } from '../platform/storage/testing/memory-storage.harness.ts'
import { clearCheckoutDetails, readCheckoutDetails, saveCheckoutDetails } from './checkout-details.store.ts'

const NOW = Date.UTC(2026, 10, 21)
const MINUTE = 60_000

test('[E1] steps are stored beside each other and read back', () => {
  stubStorage()
  const storage = sessionStorage
  saveCheckoutDetails(storage, 'personal', { firstName: 'Dana' }, NOW)
  saveCheckoutDetails(storage, 'shipping', { zipCode: '60612' }, NOW + MINUTE)
  expect(readCheckoutDetails(storage, 'personal', NOW + 2 * MINUTE)).toEqual({ firstName: 'Dana' })
  expect(readCheckoutDetails(storage, 'shipping', NOW + 2 * MINUTE)).toEqual({ zipCode: '60612' })
})

test('[E1] after 30 minutes the checkout is no longer active and nothing comes back', () => {
  stubStorage()
  const storage = sessionStorage
  saveCheckoutDetails(storage, 'personal', { firstName: 'Dana' }, NOW)
  expect(readCheckoutDetails(storage, 'personal', NOW + 30 * MINUTE)).toEqual({ firstName: 'Dana' })
  expect(readCheckoutDetails(storage, 'personal', NOW + 30 * MINUTE + 1)).toEqual({})
})

test('after an order nothing is left', () => {
  stubStorage()
  const storage = sessionStorage
  saveCheckoutDetails(storage, 'personal', { firstName: 'Dana' }, NOW)
  clearCheckoutDetails()
  expect(readCheckoutDetails(storage, 'personal', NOW)).toEqual({})
})

test('[E5] a guest’s last details are stored and read back', () => {
  stubStorage()
  const storage = sessionStorage
  const user = {
    emailAddress: 'd@w.example',
    phoneNumber: '3125550186',
    firstName: 'Dana',
    lastName: 'Whitfield',
    shippingZipCode: '60612',
  }
  saveLastUser(storage, user)
  expect(readLastUser(storage)).toEqual(user)
})

test('[E5] storage that holds something else, or may not be used, is as if it were empty', () => {
  stubStorage()
  const storage = sessionStorage
  for (const junk of ['', '{', '{"firstName":1}', 'null', '[]']) {
    storage.setItem('last-user', junk)
    storage.setItem('checkout', junk)
    expect(readLastUser(storage)).toBeNull()
    expect(readCheckoutDetails(storage, 'personal', NOW)).toEqual({})
  }
  forbidStorage()
  const forbidden = sessionStorage
  expect(readLastUser(forbidden)).toBeNull()
  expect(readCheckoutDetails(forbidden, 'personal', NOW)).toEqual({})
  expect(() => saveCheckoutDetails(forbidden, 'personal', {}, NOW)).not.toThrow()
  expect(() => clearCheckoutDetails()).not.toThrow()
})
