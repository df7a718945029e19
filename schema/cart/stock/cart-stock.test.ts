import { expect, test } from 'vitest'
import { cartError } from '../cart-error.ts'
import { stockError } from './cart-stock.ts'

const line = (itemId: number, qty: number) => ({
  itemId,
  sku: 'A',
  parentSku: null,
  productId: 1,
  type: 'simple' as const,
  name: 'A',
  qty,
  setqty: 2,
  parts: [{ sku: 'A', qty: 1, setqty: 2, unitPrice: 1, stockSku: 'LOT', taxClassId: 2, tire: null }],
  unitPrice: 1,
  choices: [],
  option: null,
})
const pools = (qty: number, manage = true) => new Map([['LOT', { qty, manage }]])
const failure = (lines: ReturnType<typeof line>[], tires: number) =>
  stockError({ lines }, lines[0] ?? line(1, 1), pools(tires))

test('[D7] a line may have all units of the stock', () => {
  expect(failure([line(1, 3)], 6)).toBeNull()
  expect(failure([line(1, 4)], 6)).toEqual(cartError('qty-not-available', 3))
  expect(stockError({ lines: [] }, line(1, 99), pools(0, false))).toBeNull()
})

test('[D7] an empty pool is out of stock; a pool that other lines use up is not enough', () => {
  expect(failure([line(1, 1)], 1)).toEqual(cartError('out-of-stock', 0))
  expect(failure([line(1, 1), line(2, 3)], 6)).toEqual(cartError('qty-not-available', 0))
})
