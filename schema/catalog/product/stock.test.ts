import { describe, expect, test } from 'vitest'
import type { Stock } from './product.ts'
import { lineStockError, tiresFromPool, unitsForLine, withReservedStock } from './stock.ts'

const pool = { qty: 6, manage: true }
const poolsWith = (stock: Stock) => new Map([['LOT', stock]])
const line = (itemId: number, setqty: number, qty = 1) => ({
  itemId,
  qty,
  setqty,
  parts: [{ stockSku: 'LOT', qty: 1, setqty }],
})
const four = line(1, 4)
const pair = line(2, 2)

describe('[D7] stock', () => {
  test('lines that share a stock pool are counted together, in tires', () => {
    expect(tiresFromPool([four, pair], 'LOT')).toBe(6)
    expect(unitsForLine(pair, [four, pair], poolsWith(pool))).toBe(1)
    expect(unitsForLine(pair, [four, pair], poolsWith({ ...pool, manage: false }))).toBeNull()
    expect(tiresFromPool([four, pair], 'OTHER')).toBe(0)
  })

  test('each line has its own message', () => {
    expect(lineStockError(pair, [four, pair], poolsWith(pool))).toBeNull()
    expect(lineStockError(pair, [pair], poolsWith({ ...pool, qty: 1 }))).toBe('Out of the stock!')
    expect(lineStockError(line(2, 2, 4), [line(2, 2, 4)], poolsWith(pool))).toBe(
      'Only 3 products of this type are available!',
    )
    const two = { ...pair, qty: 2 }
    expect(lineStockError(two, [four, two], poolsWith(pool))).toBe('Stock limit for the product is exceeded')
    expect(lineStockError(two, [two], poolsWith({ qty: 0, manage: false }))).toBeNull()
  })

  test('a line with several stock pools has as many units as the scarcest pool', () => {
    const bundle = {
      itemId: 3,
      qty: 1,
      parts: [
        { stockSku: 'LOT', qty: 1, setqty: 4 },
        { stockSku: 'KIT', qty: 2, setqty: 1 },
        { stockSku: 'PLAN', qty: 1, setqty: 1 },
      ],
    }
    const pools = new Map([
      ['LOT', { qty: 13, manage: true }],
      ['KIT', { qty: 5, manage: true }],
      ['PLAN', { qty: 0, manage: false }],
    ])
    expect(unitsForLine(bundle, [bundle], pools)).toBe(2)
    expect(unitsForLine(bundle, [bundle, line(1, 4, 2)], pools)).toBe(1)
    expect(lineStockError({ ...bundle, qty: 2 }, [bundle, line(1, 4, 2)], pools)).toBe(
      'Stock limit for the product is exceeded',
    )
    pools.set('KIT', { qty: 1, manage: true })
    expect(lineStockError(bundle, [bundle], pools)).toBe('Out of the stock!')
    pools.delete('PLAN')
    expect(unitsForLine({ ...bundle, parts: bundle.parts.slice(2) }, [], pools)).toBe(0)
  })

  test('reserved stock is added back to the pools of the lines, and to no other pool', () => {
    const pools = new Map([
      ['LOT', pool],
      ['KIT', { qty: 1, manage: false }],
    ])
    expect([...withReservedStock(pools, [four, { ...pair, qty: 3 }])]).toEqual([
      ['LOT', { qty: 16, manage: true }],
      ['KIT', { qty: 1, manage: false }],
    ])
  })

  test('two parts of one line that share a stock pool are counted together', () => {
    const twice = {
      itemId: 1,
      qty: 1,
      parts: [
        { stockSku: 'LOT', qty: 1, setqty: 2 },
        { stockSku: 'LOT', qty: 1, setqty: 1 },
      ],
    }
    expect(unitsForLine(twice, [twice], poolsWith(pool))).toBe(2)
  })
})
