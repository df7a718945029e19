import { expect, test } from 'vitest'
import { readZip, saveZip } from './zip.store.ts'

function storage(held: Record<string, string> = {}) {
  return () => ({
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, value: string) => {
      held[key] = value
    },
  })
}
const LAST = { emailAddress: '', phoneNumber: '', firstName: '', lastName: '', shippingZipCode: '62701' }

test('a ZIP code typed once is known on the next page, and the last order’s until then', () => {
  const own = storage({ 'last-user': JSON.stringify(LAST) })
  expect(readZip(own)).toBe('62701')
  saveZip(own, '60612-1234')
  expect(readZip(own)).toBe('60612-1234')
  expect(readZip(storage({ zip: '<b>' }))).toBe('')
})

test('a browser that keeps nothing asks again', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  expect(readZip(forbidden)).toBe('')
  expect(() => saveZip(forbidden, '60612')).not.toThrow()
})
