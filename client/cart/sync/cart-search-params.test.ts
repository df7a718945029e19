import { expect, test } from 'vitest'
import { parseCartSearchParams } from './cart-search-params.ts'

test('a notice and the removed line are read from the query', () => {
  expect(parseCartSearchParams({ notice: 'removed', sku: 'TL-1002-2', qty: 2 })).toEqual({
    notice: 'removed',
    sku: 'TL-1002-2',
    qty: 2,
  })
})

test('[H13f] [H13k] the services that ended with the tires are read from the query', () => {
  expect(parseCartSearchParams({ notice: 'saved', ended: 'both' })).toEqual({
    notice: 'saved',
    ended: 'both',
  })
})

test('malformed parameters are dropped: their names are set to undefined', () => {
  const nothing = { notice: undefined, count: undefined, ended: undefined, sku: undefined, qty: undefined }
  expect(parseCartSearchParams({ notice: '<b>hi</b>', sku: 'a b', qty: 2, count: -1 })).toStrictEqual(nothing)
  expect(parseCartSearchParams({ sku: 'TL-1', qty: '', ended: 'toString' })).toStrictEqual(nothing)
  expect(parseCartSearchParams({ notice: ['added'], count: '1e9' })).toStrictEqual(nothing)
})
