import { describe, expect, test } from 'vitest'
import {
  addToView,
  type CartViewShape,
  type ClientLine,
  cartHash,
  deleteFromView,
  deleteNonconfirmed,
  emptyClientCart,
  isSameProduct,
  isZipValid,
  loadCart,
  markSynced,
  markTotalsSynced,
  restoreInView,
  saveHash,
  setAdding,
  setBypassCount,
  setShipping,
  setToken,
  toggleMinicart,
  updateInView,
  updateProps,
  updateTotals,
} from './client-cart.ts'

function line(itemId: number | null, more: Partial<ClientLine> = {}): ClientLine {
  return {
    ...{ itemId, sku: `TL-${itemId}`, parentSku: null, type: 'simple', choices: [], qty: 1 },
    ...{ unitPrice: 100, rowTotal: 100, tires: 1, problem: null, ...more },
  }
}
const view = (...lines: ClientLine[]): CartViewShape => ({
  ...{ key: 'k', version: 1, lines, tires: lines.length },
  totals: { subtotal: lines.reduce((sum, { rowTotal }) => sum + rowTotal, 0) },
})
const first = (of: CartViewShape): ClientLine => of.lines[0] ?? line(0)

describe('[D2] mutations of the lines', () => {
  test('add: a line that is there gets more, another one is pushed', () => {
    const more = addToView(view(line(1)), line(null, { sku: 'TL-1', qty: 2 }))
    expect(more.lines).toMatchObject([{ itemId: 1, qty: 3, prevQty: 1, rowTotal: 300 }])
    expect(more).toMatchObject({ tires: 3, totals: { subtotal: 300 } })
    expect(addToView(more, line(null, { sku: 'TL-9' })).lines.map(({ sku }) => sku)).toEqual(['TL-1', 'TL-9'])
  })

  test('delete: with it goes what was sold under its sku, but of a bundle only itself', () => {
    const plan = line(2, { parentSku: 'TL-1' })
    expect(deleteFromView(view(line(1), plan, line(3)), 1).lines.map(({ itemId }) => itemId)).toEqual([3])
    expect(deleteFromView(view(line(1, { type: 'bundle' }), plan), 1).lines).toEqual([plan])
    const same = view(line(1))
    expect(deleteFromView(same, 9)).toBe(same)
  })

  test('delete-nonconfirmed: takes only what the server never confirmed', () => {
    const both = view(line(1), line(null, { sku: 'TL-9' }))
    expect(deleteNonconfirmed(both, 'TL-9').lines).toHaveLength(1)
    expect(deleteNonconfirmed(both, 'TL-1').lines).toHaveLength(2)
  })

  test('update remembers the last confirmed quantity, however often it changes before it is confirmed', () => {
    const once = updateInView(view(line(1, { problem: 'Out of the stock!' })), first(view(line(1))), 4)
    expect(once.lines).toHaveLength(1)
    const start = view(line(1, { qty: 2, rowTotal: 200 }))
    const next = updateInView(start, first(start), 4)
    expect(first(updateInView(next, first(next), 7))).toMatchObject({ qty: 7, prevQty: 2, rowTotal: 700 })
  })

  test('[D4] a failed change restores the quantity that was, or removes the line when there was none', () => {
    const start = view(line(1, { qty: 2, rowTotal: 200 }))
    const next = updateInView(start, first(start), 5)
    const restored = first(restoreInView(next, first(next)))
    expect(restored).toMatchObject({ qty: 2, rowTotal: 200 })
    expect('prevQty' in restored).toBe(false)
    const fresh = view(line(null))
    expect(restoreInView(fresh, first(fresh)).lines).toEqual([])
  })

  test('update-props touches nothing but what it names', () => {
    const start = view(line(1), line(2))
    const { lines } = updateProps(start, first(start), { problem: 'Out of the stock!' })
    expect(lines).toEqual([line(1, { problem: 'Out of the stock!' }), line(2)])
  })
})

describe('[D2] what is known about the cart', () => {
  test('load takes the server’s lines and name; another name has nothing synced yet', () => {
    const one = markTotalsSynced(markSynced(saveHash(loadCart(emptyClientCart(), view(line(1)))), 5), 6)
    expect(one).toMatchObject({ token: 'k', syncedAt: 5, totalsSyncedAt: 6 })
    expect(loadCart(one, view(line(2)))).toMatchObject({ hash: one.hash, syncedAt: 5 })
    expect(setToken(one, 'other')).toMatchObject({ hash: null, syncedAt: null, totalsSyncedAt: null })
  })

  test('server totals replace what was reckoned here, and its ways to pay are flagged as the server’s', () => {
    const cart = loadCart(emptyClientCart(), view(line(1)))
    const next = updateTotals(cart, { subtotal: 90 }, [{ code: 'stripe', title: 'Card' }])
    expect(next.view?.totals).toEqual({ subtotal: 90 })
    expect(next.payment).toEqual([{ code: 'stripe', title: 'Card', isServerMethod: true }])
  })

  test('[D10] the ZIP code is wrong when the reply names its field, and right otherwise', () => {
    expect(isZipValid({ extension_attributes: { error_fields: ['postcode'] } })).toBe(false)
    expect(isZipValid({ extension_attributes: { error_fields: ['city'] } })).toBe(true)
    expect(isZipValid({})).toBe(true)
  })

  test('shipping, bypass count, adding and the mini-cart are set alone', () => {
    const cart = emptyClientCart()
    expect(setShipping(cart, 'free:free')).toEqual({ ...cart, shipping: 'free:free' })
    expect(setBypassCount(cart, 2)).toEqual({ ...cart, bypassCount: 2 })
    expect(setAdding(cart, true)).toEqual({ ...cart, isAdding: true })
    expect(toggleMinicart(toggleMinicart(cart))).toEqual(cart)
  })

  test('the hash moves with lines and name, not with stock and totals', () => {
    const hash = cartHash([line(1)], 'k')
    expect(cartHash([line(1, { problem: 'Out of the stock!', rowTotal: 7 })], 'k')).toBe(hash)
    expect(cartHash([line(1, { qty: 2 })], 'k')).not.toBe(hash)
    expect(cartHash([line(1)], 'other')).not.toBe(hash)
    expect(cartHash([line(2)], 'k')).not.toBe(hash)
  })
})

test('[D2] products are told apart: variants by sku, what was chosen by its choices, all else by id, then sku', () => {
  const variant = line(1, { type: 'configurable', sku: 'TL-1-2' })
  expect(isSameProduct(variant, { ...variant, itemId: 9 })).toBe(true)
  expect(isSameProduct(variant, { ...variant, sku: 'TL-1-4' })).toBe(false)
  const bundle = line(null, { type: 'bundle', sku: 'KIT', choices: [{ label: 'Tires', value: 'Halden' }] })
  expect(isSameProduct(bundle, { ...bundle, itemId: 3 })).toBe(true)
  expect(isSameProduct(bundle, { ...bundle, choices: [] })).toBe(false)
  expect(isSameProduct(line(1), line(2, { sku: 'TL-1' }))).toBe(false)
  expect(isSameProduct(line(1), line(null, { sku: 'TL-1' }))).toBe(true)
})

test('[D2] a cart of the browser begins with nothing, closed', () => {
  expect(emptyClientCart()).toEqual({
    ...{ view: null, token: '', hash: null, syncedAt: null, totalsSyncedAt: null },
    ...{ shipping: null, payment: [], bypassCount: 0, isAdding: false, isOpen: false },
  })
  expect(toggleMinicart(emptyClientCart()).isOpen).toBe(true)
  const adding = setAdding(emptyClientCart(), true)
  expect(setAdding(adding, true)).toBe(adding)
  expect(setAdding(adding, false).isAdding).toBe(false)
  expect(saveHash(emptyClientCart()).hash).toBe(cartHash([], ''))
  expect(isZipValid({ extension_attributes: {} })).toBe(true)
})

test('[D4] what fails touches its own line alone', () => {
  const start = view(line(1, { qty: 3, prevQty: 1, tires: 4 }), line(2))
  const restored = restoreInView(start, first(start))
  expect(restored.lines).toMatchObject([{ itemId: 1, qty: 1, rowTotal: 100 }, line(2)])
  expect([restored.tires, restored.totals.subtotal]).toEqual([5, 200])
  const never = view(line(1, { prevQty: 0 }), line(2))
  expect(restoreInView(never, first(never)).lines).toEqual([line(2)])
})

test('[D2] a variant and what is no variant are told apart by id, then by sku', () => {
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
