import { expect, test } from 'vitest'
import { MINUTE_MS } from '../../schema/platform/duration.ts'
import { lastUser } from '../identity/session/last-user.store.ts'
import { forbidStorage, stubStorage } from '../platform/storage/testing/memory-storage.harness.ts'
import { readCheckoutDetails, saveCheckoutDetails } from './checkout-details.store.ts'
import { clearCheckoutDetails } from './checkout-details-key.store.ts'

const NOW = Date.UTC(2026, 10, 21)

test('[E1] steps are stored beside each other and read back', () => {
  stubStorage()
  saveCheckoutDetails('personal', { firstName: 'Dana' }, NOW)
  saveCheckoutDetails('shipping', { zipCode: '60612' }, NOW + MINUTE_MS)
  expect(readCheckoutDetails('personal', NOW + 2 * MINUTE_MS)).toEqual({ firstName: 'Dana' })
  expect(readCheckoutDetails('shipping', NOW + 2 * MINUTE_MS)).toEqual({ zipCode: '60612' })
})

test('[E1] after 30 minutes the checkout is no longer active and no values are returned', () => {
  stubStorage()
  saveCheckoutDetails('personal', { firstName: 'Dana' }, NOW)
  expect(readCheckoutDetails('personal', NOW + 30 * MINUTE_MS)).toEqual({ firstName: 'Dana' })
  expect(readCheckoutDetails('personal', NOW + 30 * MINUTE_MS + 1)).toEqual({})
})

test('after an order no values are stored', () => {
  stubStorage()
  saveCheckoutDetails('personal', { firstName: 'Dana' }, NOW)
  clearCheckoutDetails()
  expect(readCheckoutDetails('personal', NOW)).toEqual({})
})

test('[E5] a guest’s last details are stored and read back', () => {
  stubStorage()
  const user = {
    emailAddress: 'd@w.example',
    phoneNumber: '3125550186',
    firstName: 'Dana',
    lastName: 'Whitfield',
    shippingZipCode: '60612',
  }
  lastUser.save(user)
  expect(lastUser.read()).toEqual(user)
})

test('[E5] a storage with other data, or without permission, counts as empty', () => {
  stubStorage()
  for (const junk of ['', '{', '{"firstName":1}', 'null', '[]']) {
    localStorage.setItem('last-user', junk)
    sessionStorage.setItem('checkout', junk)
    expect(lastUser.read()).toBeNull()
    expect(readCheckoutDetails('personal', NOW)).toEqual({})
  }
  forbidStorage()
  expect(lastUser.read()).toBeNull()
  expect(readCheckoutDetails('personal', NOW)).toEqual({})
  expect(() => saveCheckoutDetails('personal', {}, NOW)).not.toThrow()
  expect(() => clearCheckoutDetails()).not.toThrow()
})
