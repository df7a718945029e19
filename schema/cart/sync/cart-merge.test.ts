import { expect, test } from 'vitest'
import type { Pools } from '../../catalog/product/stock.ts'
import { addUnits, type Cart, emptyCart, type NewLine, removeLine } from '../cart.ts'
import { type MergedCart, mergeLine, mergeLines } from './cart-merge.ts'
import { inheritMergedCarts, mergeGuestCart } from './cart-record.ts'

const item = (sku: string): NewLine => ({
  sku,
  parentSku: null,
  productId: 1,
  type: 'simple',
  name: sku,
  setqty: 1,
  unitPrice: 100,
  parts: [{ sku, qty: 1, setqty: 1, unitPrice: 100, stockSku: sku, taxClassId: 2, tire: null }],
  choices: [],
  option: null,
})
const pools: Pools = new Map([
  ['A', { qty: 0, manage: false }],
  ['B', { qty: 0, manage: false }],
  ['SCARCE', { qty: 2, manage: true }],
])
const options = { pools, now: 5 }
const fresh: MergedCart = { from: 'guest', items: [] }
const guestLine = (sku: string, qty: number, itemId = 7) => ({
  itemId,
  qty,
  item: qty > 0 ? item(sku) : null,
})
const shown = ({ lines }: Cart) => lines.map(({ sku, qty }) => [sku, qty])

function cartWith(...lines: [sku: string, qty: number][]): Cart {
  return lines.reduce(
    (cart, [sku, qty]) => {
      const change = addUnits(cart, item(sku), qty, { now: 1 })
      return change.ok ? change.cart : cart
    },
    emptyCart('q', { now: 0 }),
  )
}

test('[D5] quantities are merged, and a repeated merge adds only the difference', () => {
  const once = mergeLines(cartWith(['A', 1]), fresh, [guestLine('A', 2)], options)
  expect(shown(once.cart)).toEqual([['A', 3]])
  const again = mergeLines(once.cart, once.joined, [guestLine('A', 2)], options)
  expect(again.cart).toBe(once.cart)
  expect(shown(mergeLines(once.cart, once.joined, [guestLine('A', 5)], options).cart)).toEqual([['A', 6]])
  // The guest has removed the line meanwhile: the customer's own units stay.
  expect(shown(mergeLines(once.cart, once.joined, [], options).cart)).toEqual([['A', 1]])
})

test('[D5] a line without stock is left out, and the other lines are merged', () => {
  const { cart } = mergeLines(
    cartWith(['SCARCE', 1]),
    fresh,
    [guestLine('SCARCE', 2, 1), guestLine('A', 1, 2)],
    options,
  )
  expect(shown(cart)).toEqual([
    ['SCARCE', 1],
    ['A', 1],
  ])
})

test('[audit D13] a smaller quantity of a guest’s line is applied, also beyond the stock', () => {
  const { cart, joined } = mergeLines(cartWith(['A', 1]), fresh, [guestLine('A', 5)], options)
  const sold = { pools: new Map([['A', { qty: 1, manage: true }]]), now: 6 }
  expect(mergeLine(cart, joined, guestLine('A', 6), sold)).toMatchObject({
    ok: false,
    code: 'qty-not-available',
  })
  const less = mergeLines(cart, joined, [guestLine('A', 3)], sold)
  expect(shown(less.cart)).toEqual([['A', 4]])
  expect(less.joined.items).toEqual([{ itemId: 7, into: 1, qty: 3 }])
})

test('[D6] a line that was removed from the customer’s cart does not come back with a mutation or another sign-in', () => {
  const { cart, joined } = mergeLines(cartWith(), fresh, [guestLine('A', 2)], options)
  const removed = removeLine(cart, cart.lines[0]?.itemId ?? 0, { now: 6 })
  if (!removed.ok) throw new Error('it was there')
  expect(mergeLine(removed.cart, joined, guestLine('A', 5), options)).toMatchObject({ code: 'no-such-item' })
  expect(shown(mergeLines(removed.cart, joined, [guestLine('A', 5)], options).cart)).toEqual([])
})

test('[D6] the customer’s next cart knows the merged carts: a late sign-in merges only the difference', () => {
  const guest = { from: 'guest', lines: [guestLine('A', 2)], seen: [] }
  const first = mergeGuestCart({ cart: cartWith(), answers: [] }, guest, options)
  const next = inheritMergedCarts({ cart: cartWith(), answers: [] }, first.joined ?? [])
  const late = { ...guest, lines: [guestLine('A', 4), guestLine('B', 1, 8)] }
  expect(shown(mergeGuestCart(next, late, options).cart)).toEqual([['B', 1]])
  expect(inheritMergedCarts(next, first.joined ?? [])).toBe(next)
})

test('[D5] each of several lines is merged into its own line', () => {
  const two = [guestLine('A', 2, 7), guestLine('B', 3, 8)]
  const once = mergeLines(cartWith(), fresh, two, options)
  expect(once.joined.items).toEqual([
    { itemId: 7, into: 1, qty: 2 },
    { itemId: 8, into: 2, qty: 3 },
  ])
  const more = mergeLines(once.cart, once.joined, [guestLine('A', 2, 7), guestLine('B', 5, 8)], options)
  expect(shown(more.cart)).toEqual([
    ['A', 2],
    ['B', 5],
  ])
  // The removed line is removed once, the other line stays.
  const less = mergeLines(more.cart, more.joined, [guestLine('B', 5, 8)], options)
  expect(shown(less.cart)).toEqual([['B', 5]])
  expect(less.cart.updatedAt).toBe(5)
  expect(mergeLines(less.cart, less.joined, [guestLine('B', 5, 8)], options).cart).toBe(less.cart)
})

test('[D5] a merged line can be removed completely; an unavailable one is never merged', () => {
  const once = mergeLines(cartWith(), fresh, [guestLine('A', 2)], { pools, now: 9 })
  expect(once.cart.updatedAt).toBe(9)
  expect(mergeLine(once.cart, once.joined, guestLine('A', 0), options)).toMatchObject({
    ok: true,
    cart: { lines: [] },
  })
  const none = { itemId: 7, qty: 2, item: null }
  expect(mergeLine(cartWith(), fresh, none, options)).toMatchObject({ code: 'no-such-item', detail: '7' })
  const nothing = { ...guestLine('A', 1), qty: 0 }
  expect(mergeLine(cartWith(), fresh, nothing, options)).toMatchObject({ code: 'no-such-item' })
  // A line that the catalog no longer has keeps its price and still gets the guest's quantity.
  const result = mergeLine(once.cart, once.joined, { itemId: 7, qty: 1, item: null }, options)
  expect(result).toMatchObject({
    ok: true,
    line: { sku: 'A', qty: 1, unitPrice: 100 },
    cart: { updatedAt: 5 },
  })
})

test('[D7] an unchanged quantity is not checked against the stock', () => {
  const { cart, joined } = mergeLines(cartWith(), fresh, [guestLine('A', 2)], options)
  const sold = { pools: new Map([['A', { qty: 0, manage: true }]]), now: 6 }
  expect(mergeLine(cart, joined, guestLine('A', 2), sold)).toMatchObject({ ok: true, line: { qty: 2 } })
})
