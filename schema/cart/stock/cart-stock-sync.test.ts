import { expect, test } from 'vitest'
import { stockBatches, toLineStockAction } from './cart-stock-sync.ts'

test('[D7] stock is requested in batches of 15, each sku once', () => {
  const skus = Array.from({ length: 31 }, (_, at) => `TL-${at}`)
  expect(stockBatches([...skus, 'TL-0', 'TL-30']).map((lot) => lot.length)).toEqual([15, 15, 1])
  expect(stockBatches(skus).flat()).toEqual(skus)
  expect(stockBatches([])).toEqual([])
})

test('[D7] a line in stock is marked as available; one out of stock is marked with the error, or removed where configured', () => {
  expect(toLineStockAction(true, true)).toEqual({ mark: 'good', text: 'In stock!' })
  expect(toLineStockAction(false, true)).toEqual({ mark: 'error', text: 'Out of the stock!' })
  expect(toLineStockAction(false, false)).toBe('remove')
})
