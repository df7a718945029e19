import { describe, expect, test } from 'vitest'
import {
  addToView,
  type CartViewShape,
  type ClientLine,
  cartHash,
  deleteFromView,
  emptyClientCart,
  isSameProduct,
  loadCart,
  markSynced,
  saveHash,
  setAdding,
  setBypassCount,
  setToken,
  toggleMinicart,
  updateInView,
  updateLine,
} from './client-cart.ts'

function line(itemId: number | null, more: Partial<ClientLine> = {}): ClientLine {
  return {
    itemId,
    sku: `TL-${itemId}`,
    parentSku: null,
    type: 'simple',
    choices: [],
    qty: 1,
    unitPrice: 100,
    rowTotal: 100,
    tires: 1,
    problem: null,
    ...more,
  }
}
const view = (...lines: ClientLine[]): CartViewShape => ({
  key: 'k',
  version: 1,
  lines,
  tires: lines.length,
  totals: { subtotal: lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0) },
})
const first = (of: CartViewShape): ClientLine => of.lines[0] ?? line(0)

describe('[D2] mutations of the lines', () => {
  test('add: an existing line gets more units, another line is appended', () => {
    const more = addToView(view(line(1)), line(null, { sku: 'TL-1', qty: 2 }))
    expect(more.lines).toMatchObject([{ itemId: 1, qty: 3, prevQty: 1, rowTotal: 300 }])
    expect(more).toMatchObject({ tires: 3, totals: { subtotal: 300 } })
    expect(addToView(more, line(null, { sku: 'TL-9' })).lines.map(({ sku }) => sku)).toEqual(['TL-1', 'TL-9'])
  })

  test('delete: removes also the lines with its sku as their parent, but not for a bundle', () => {
    const plan = line(2, { parentSku: 'TL-1' })
    expect(deleteFromView(view(line(1), plan, line(3)), 1).lines.map(({ itemId }) => itemId)).toEqual([3])
    expect(deleteFromView(view(line(1, { type: 'bundle' }), plan), 1).lines).toEqual([plan])
    const same = view(line(1))
    expect(deleteFromView(same, 9)).toBe(same)
  })

  test('update keeps the last confirmed quantity over several unconfirmed changes', () => {
    const once = updateInView(view(line(1, { problem: 'Out of the stock!' })), first(view(line(1))), 4)
    expect(once.lines).toHaveLength(1)
    const start = view(line(1, { qty: 2, rowTotal: 200 }))
    const next = updateInView(start, first(start), 4)
    expect(first(updateInView(next, first(next), 7))).toMatchObject({ qty: 7, prevQty: 2, rowTotal: 700 })
  })

  test('update-props changes only the named properties', () => {
    const start = view(line(1), line(2))
    const { lines } = updateLine(start, first(start), { problem: 'Out of the stock!' })
    expect(lines).toEqual([line(1, { problem: 'Out of the stock!' }), line(2)])
  })
})

describe('[D2] the state of the cart', () => {
  test('load replaces lines and key; another key resets the state of sync', () => {
    const one = markSynced(saveHash(loadCart(emptyClientCart(), view(line(1)))), 5)
    expect(one).toMatchObject({ token: 'k', syncedAt: 5 })
    expect(loadCart(one, view(line(2)))).toMatchObject({ hash: one.hash, syncedAt: 5 })
    expect(setToken(one, 'other')).toMatchObject({ hash: null, syncedAt: null })
  })

  test('bypass count, adding and the mini-cart are set independently', () => {
    const cart = emptyClientCart()
    expect(setBypassCount(cart, 2)).toEqual({ ...cart, bypassCount: 2 })
    expect(setAdding(cart, true)).toEqual({ ...cart, isAdding: true })
    expect(toggleMinicart(toggleMinicart(cart))).toEqual(cart)
  })

  test('the hash depends on lines and key, not on stock and totals', () => {
    const hash = cartHash([line(1)], 'k')
    expect(cartHash([line(1, { problem: 'Out of the stock!', rowTotal: 7 })], 'k')).toBe(hash)
    expect(cartHash([line(1, { qty: 2 })], 'k')).not.toBe(hash)
    expect(cartHash([line(1)], 'other')).not.toBe(hash)
    expect(cartHash([line(2)], 'k')).not.toBe(hash)
  })
})

test('[D2] products are compared: variants by sku, bundles and options by their choices, others by id, then sku', () => {
  const variant = line(1, { type: 'configurable', sku: 'TL-1-2' })
  expect(isSameProduct(variant, { ...variant, itemId: 9 })).toBe(true)
  expect(isSameProduct(variant, { ...variant, sku: 'TL-1-4' })).toBe(false)
  const bundle = line(null, { type: 'bundle', sku: 'KIT', choices: [{ label: 'Tires', value: 'Halden' }] })
  expect(isSameProduct(bundle, { ...bundle, itemId: 3 })).toBe(true)
  expect(isSameProduct(bundle, { ...bundle, choices: [] })).toBe(false)
  expect(isSameProduct(line(1), line(2, { sku: 'TL-1' }))).toBe(false)
  expect(isSameProduct(line(1), line(null, { sku: 'TL-1' }))).toBe(true)
})

test('[D2] a cart of the browser begins empty, with the mini-cart closed', () => {
  expect(emptyClientCart()).toEqual({
    view: null,
    token: '',
    hash: null,
    syncedAt: null,
    bypassCount: 0,
    isAdding: false,
    isOpen: false,
  })
  expect(toggleMinicart(emptyClientCart()).isOpen).toBe(true)
  const adding = setAdding(emptyClientCart(), true)
  expect(setAdding(adding, true)).toBe(adding)
  expect(setAdding(adding, false).isAdding).toBe(false)
  expect(saveHash(emptyClientCart()).hash).toBe(cartHash([], ''))
})

test('[D2] a variant and another product are compared by id, then by sku', () => {
  const variant = line(1, { type: 'configurable', sku: 'X' })
  expect(isSameProduct(variant, line(2, { sku: 'X' }))).toBe(false)
  expect(isSameProduct(line(2, { sku: 'X' }), variant)).toBe(false)
})

test('the hash of a cart is the same in every browser', () => {
  expect(cartHash([], '')).toBe(cartHash([], ''))
  expect(new Set(Array.from({ length: 500 }, (_, i) => cartHash([line(i)], 'k'))).size).toBe(500)
  expect(cartHash([line(1, { choices: [{ label: 'a', value: 'b' }] })], 'k')).not.toBe(
    cartHash([line(1)], 'k'),
  )
})
