import { expect, test } from 'vitest'
import { forbidStorage, stubStorage } from '../../platform/storage/testing/memory-storage.harness.ts'
import { readZip, saveZip } from './zip.store.ts'

const LAST = { emailAddress: '', phoneNumber: '', firstName: '', lastName: '', shippingZipCode: '62701' }

test('the ZIP code is the typed one, else that of the last order', () => {
  stubStorage()
  localStorage.setItem('last-user', JSON.stringify(LAST))
  expect(readZip()).toBe('62701')
  saveZip('60612-1234')
  expect(readZip()).toBe('60612-1234')
  localStorage.removeItem('last-user')
  localStorage.setItem('zip', '<b>')
  expect(readZip()).toBe('')
})

test('without browser storage no ZIP code is known', () => {
  forbidStorage()
  expect(readZip()).toBe('')
  expect(() => saveZip('60612')).not.toThrow()
})
