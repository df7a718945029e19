import { describe, expect, test } from 'vitest'
import { isStockSufficient, lineProblem, stockStatus, tiresFromPool, unitsForLine } from './stock.ts'

const pool = { qty: 6, manage: true }
const four = { itemId: 1, stockSku: 'LOT', setqty: 4, qty: 1 }
const pair = { itemId: 2, stockSku: 'LOT', setqty: 2, qty: 1 }

describe('[D7] stock', () => {
  test.each([
    [3, 3, 'ok'],
    [3, 4, 'out_of_stock'],
    [0, 1, 'out_of_stock'],
    [null, 999, 'ok'],
    [undefined, 1, 'volatile'],
  ] as const)('%s left and %i wanted is %s', (left, qty, status) => {
    expect(stockStatus(left, qty)).toBe(status)
  })

  test('a pool is counted in tires across the lines that share it', () => {
    expect(tiresFromPool([four, pair], 'LOT')).toBe(6)
    expect(unitsForLine(pair, [four, pair], pool)).toBe(1)
    expect(unitsForLine(pair, [four, pair], { ...pool, manage: false })).toBeNull()
    expect(isStockSufficient(four, pool, 2)).toBe(false)
    expect(isStockSufficient(four, { ...pool, manage: false }, 99)).toBeNull()
  })

  test('each line says what is wrong with it', () => {
    expect(lineProblem(pair, [four, pair], pool)).toBeNull()
    expect(lineProblem(pair, [pair], { ...pool, qty: 1 })).toBe('Out of the stock!')
    expect(lineProblem({ ...pair, qty: 4 }, [{ ...pair, qty: 4 }], pool)).toBe(
      'Only 3 products of this type are available!',
    )
    const two = { ...pair, qty: 2 }
    expect(lineProblem(two, [four, two], pool)).toBe('Stock limit for the product is exceeded')
    expect(lineProblem(two, [two], { qty: 0, manage: false })).toBeNull()
  })
})
