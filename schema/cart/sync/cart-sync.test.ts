import { describe, expect, test } from 'vitest'
import { afterConnect, isChangedElsewhere, isSyncDisabled, shouldSync } from './cart-sync.ts'
import type { ClientLine } from './client-cart.ts'

function line(itemId: number | null, qty = 1, more: Partial<ClientLine> = {}): ClientLine {
  return {
    itemId,
    sku: `TL-${itemId}`,
    parentSku: null,
    type: 'simple',
    choices: [],
    qty,
    unitPrice: 100,
    rowTotal: 100 * qty,
    tires: 1,
    problem: null,
    ...more,
  }
}
describe('[D3] connect', () => {
  test('every code except 200 leads to a guest’s cart, once; then sync is disabled', () => {
    const once = afterConnect(401, 0)
    expect(once).toEqual({ next: 'as-guest', bypassCount: 1 })
    expect(afterConnect(500, once.bypassCount)).toEqual({ next: 'disabled', bypassCount: 2 })
    expect([isSyncDisabled(1), isSyncDisabled(2)]).toEqual([false, true])
  })

  test('a loaded cart resets the count', () => {
    expect(afterConnect(200, 1)).toEqual({ next: 'sync', bypassCount: 0 })
  })
})

test('[D2] sync runs after a change, before the first sync, or by force; never offline or disabled', () => {
  const synced = {
    token: 'k',
    online: true,
    hash: 'a',
    syncedHash: 'a',
    syncedAt: 5,
    bypassCount: 0,
    forced: false,
  }
  expect(shouldSync(synced)).toBe(false)
  expect(shouldSync({ ...synced, hash: 'b' })).toBe(true)
  expect(shouldSync({ ...synced, syncedAt: null })).toBe(true)
  expect(shouldSync({ ...synced, forced: true })).toBe(true)
  expect(shouldSync({ ...synced, hash: 'b', token: '' })).toBe(false)
  expect(shouldSync({ ...synced, forced: true, online: false })).toBe(false)
  expect(shouldSync({ ...synced, forced: true, bypassCount: 2 })).toBe(false)
})

describe('[D4] a change of another device', () => {
  test('includes a line that is new, removed, or has another quantity or price', () => {
    expect(isChangedElsewhere([], [line(1)])).toBe(true)
    expect(isChangedElsewhere([line(1)], [])).toBe(true)
    expect(isChangedElsewhere([line(1, 2)], [line(1, 5)])).toBe(true)
    expect(isChangedElsewhere([line(1)], [line(1, 1, { unitPrice: 90 })])).toBe(true)
    expect(isChangedElsewhere([line(1, 2)], [line(1, 2)])).toBe(false)
  })

  test('excludes changes of this browser that the server has not confirmed', () => {
    expect(isChangedElsewhere([line(null)], [])).toBe(false)
    expect(isChangedElsewhere([line(1, 3, { prevQty: 2 })], [])).toBe(false)
    expect(isChangedElsewhere([line(1, 2, { prevQty: 5 })], [line(1, 5)])).toBe(false)
    expect(isChangedElsewhere([line(1, 2, { prevQty: 1 })], [line(1, 2, { unitPrice: 90 })])).toBe(true)
  })
})
