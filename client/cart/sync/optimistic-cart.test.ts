import { expect, test } from 'vitest'
import type { CartLineView, CartView } from '../../../schema/cart/cart.api.ts'
import {
  applyAllOptimistically,
  applyOptimistically,
  type CartMutation,
  supersedes,
} from './optimistic-cart.ts'
import * as cart from './testing/cart-store.harness.ts'

function line(itemId: number, more: Partial<CartLineView> = {}): CartLineView {
  return {
    ...cart.line(itemId),
    ...{ sku: `TL-${itemId}-2`, parentSku: `TL-${itemId}`, type: 'configurable', href: '/p/x' },
    ...{ setqty: 2, unitPrice: 10_000, rowTotal: 10_000, facts: '225/45R17, used, pair', tires: 2 },
    ...more,
  }
}

function view(...lines: CartLineView[]): CartView {
  const subtotal = lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0)
  const empty = cart.view(1, ...lines)
  return {
    ...empty,
    tires: 2 * lines.length,
    totals: { ...empty.totals, subtotal, grandTotal: subtotal },
  }
}

test('[D2] a new quantity shows at once in its row, the tires and the subtotal', () => {
  const next = applyOptimistically(view(line(1), line(2)), { kind: 'qty', itemId: 1, qty: 3 })
  expect(next.lines.map(({ qty, rowTotal }) => [qty, rowTotal])).toEqual([
    [3, 30_000],
    [1, 10_000],
  ])
  expect(next).toMatchObject({ tires: 8, totals: { subtotal: 40_000 } })
})

test('[D6] a removed line is gone at once, together with its dependent lines', () => {
  const plan = line(3, { sku: 'RH-1', parentSku: 'TL-1-2', facts: '', setqty: 1 })
  const next = applyOptimistically(view(line(1), line(2), plan), { kind: 'remove', itemId: 1 })
  expect(next.lines.map(({ itemId }) => itemId)).toEqual([2])
  expect(next.tires).toBe(2)
})

test('[D4] without pending mutations the cart is the confirmed one', () => {
  const confirmed = view(line(1))
  const mutation: CartMutation = { kind: 'qty', itemId: 1, qty: 4 }
  expect(applyAllOptimistically(confirmed, [mutation]).lines[0]?.qty).toBe(4)
  expect(applyAllOptimistically(confirmed, [])).toBe(confirmed)
})

test('a mutation of a removed line changes nothing', () => {
  const confirmed = view(line(1))
  expect(applyOptimistically(confirmed, { kind: 'qty', itemId: 9, qty: 2 })).toBe(confirmed)
})

test('[D6] a later quantity or removal of a line supersedes an earlier quantity; removals do not supersede each other', () => {
  const qty = (itemId: number, n: number): CartMutation => ({ kind: 'qty', itemId, qty: n })
  const remove = (itemId: number): CartMutation => ({ kind: 'remove', itemId })
  expect(supersedes(qty(1, 3), qty(1, 2))).toBe(true)
  expect(supersedes(remove(1), qty(1, 2))).toBe(true)
  expect(supersedes(qty(2, 3), qty(1, 2))).toBe(false)
  expect(supersedes(remove(2), remove(1))).toBe(false)
  expect(supersedes({ kind: 'coupon-off' }, { kind: 'coupon', code: 'SAVE10' })).toBe(true)
  expect(supersedes({ kind: 'zip', zip: '60612' }, { kind: 'coupon', code: 'SAVE10' })).toBe(false)
})

test('[D2] adding the product of a line raises its quantity; a product with choices does not', () => {
  const add = (sku: string): CartMutation => ({ kind: 'add', fields: { sku, qty: '2' } })
  expect(applyOptimistically(view(line(1)), add('TL-1-2')).lines[0]).toMatchObject({ qty: 3, prevQty: 1 })
  const withChoices = view(line(1, { choices: [{ label: 'Text', value: 'Ada' }] }))
  expect(applyOptimistically(withChoices, add('TL-1-2'))).toBe(withChoices)
  expect(applyOptimistically(view(line(1)), add('TL-9')).lines).toHaveLength(1)
})
