import { expect, test } from 'vitest'
import type { CartLineView, CartView } from '../../../schema/api/cart.ts'
import { addWish, type CartWish, expectAll, expectCart } from './expected-cart.ts'

function line(itemId: number, more: Partial<CartLineView> = {}): CartLineView {
  return {
    ...{ itemId, sku: `TL-${itemId}-2`, parentSku: `TL-${itemId}`, type: 'configurable', title: 'Halden' },
    ...{ qty: 1, setqty: 2, unitPrice: 10_000, rowTotal: 10_000, href: '/p/x', picture: null },
    ...{ facts: '225/45R17, used, pair', tires: 2, choices: [], maxQty: 4, problem: null },
    ...more,
  }
}

function view(...lines: CartLineView[]): CartView {
  const subtotal = lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0)
  return {
    ...{
      version: 1,
      key: 'k',
      lines,
      tires: 2 * lines.length,
      zip: null,
      zipProblem: null,
      allVirtual: false,
      overTime: null,
    },
    totals: {
      ...{ lines: [], subtotal, discount: 0, shipping: 0, tax: 0, taxPercent: 0, fees: [] },
      ...{ grandTotal: subtotal, couponCode: null, placeKnown: false },
    },
  }
}

test('[D2] a new quantity shows at once in its row, the tires and the subtotal', () => {
  const next = expectCart(view(line(1), line(2)), { kind: 'qty', itemId: 1, qty: 3 })
  expect(next.lines.map(({ qty, rowTotal }) => [qty, rowTotal])).toEqual([
    [3, 30_000],
    [1, 10_000],
  ])
  expect(next).toMatchObject({ tires: 8, totals: { subtotal: 40_000 } })
})

test('[D6] a removed line is gone at once, with what was sold under it', () => {
  const plan = line(3, { sku: 'RH-1', parentSku: 'TL-1-2', facts: '', setqty: 1 })
  const next = expectCart(view(line(1), line(2), plan), { kind: 'remove', itemId: 1 })
  expect(next.lines.map(({ itemId }) => itemId)).toEqual([2])
  expect(next.tires).toBe(2)
})

test('[D4] without its wish the cart is what the server confirmed', () => {
  const confirmed = view(line(1))
  const wish: CartWish = { kind: 'qty', itemId: 1, qty: 4 }
  expect(expectAll(confirmed, [wish]).lines[0]?.qty).toBe(4)
  expect(expectAll(confirmed, [])).toBe(confirmed)
})

test('a wish about a line that is gone changes nothing', () => {
  const confirmed = view(line(1))
  expect(expectCart(confirmed, { kind: 'qty', itemId: 9, qty: 2 })).toBe(confirmed)
})

test('[D6] later quantities replace earlier ones; removals wait together', () => {
  let waiting: readonly CartWish[] = []
  waiting = addWish(waiting, { kind: 'qty', itemId: 1, qty: 2 })
  waiting = addWish(waiting, { kind: 'qty', itemId: 1, qty: 3 })
  waiting = addWish(waiting, { kind: 'remove', itemId: 2 })
  waiting = addWish(waiting, { kind: 'remove', itemId: 1 })
  expect(waiting).toEqual([
    { kind: 'remove', itemId: 2 },
    { kind: 'remove', itemId: 1 },
  ])
})
