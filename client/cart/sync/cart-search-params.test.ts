import { expect, test } from 'vitest'
import { parseCartSearchParams } from './cart-search-params.ts'

test('a notice and what can be brought back are read from the address', () => {
  expect(parseCartSearchParams({ notice: 'removed', sku: 'TL-1002-2', qty: 2 })).toEqual({
    notice: 'removed',
    sku: 'TL-1002-2',
    qty: 2,
  })
})

test('what strangers write into the address is dropped, and named so that nothing of it comes through', () => {
  const nothing = { notice: undefined, count: undefined, sku: undefined, qty: undefined }
  expect(parseCartSearchParams({ notice: '<b>hi</b>', sku: 'a b', qty: 2, count: -1 })).toStrictEqual(nothing)
  expect(parseCartSearchParams({ sku: 'TL-1', qty: '' })).toStrictEqual(nothing)
  expect(parseCartSearchParams({ notice: ['added'], count: '1e9' })).toStrictEqual(nothing)
})
