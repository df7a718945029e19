import { describe, expect, test } from 'vitest'
import type { Pools } from '../../catalog/product/stock.ts'
import { addUnits, type Cart, emptyCart, type NewLine, setLineQty, setSettings } from '../cart.ts'
import { cartError } from '../cart-error.ts'
import { MAX_MERGED_CARTS, type MergedCart } from './cart-merge.ts'
import {
  applyIdempotent,
  type CartRecord,
  changeMergedLine,
  inheritMergedCarts,
  mergeGuestCart,
  setIdempotent,
} from './cart-record.ts'
import type { ProcessedMutation } from './processed-mutations.ts'

const at = { now: 5 }
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
const pools: Pools = new Map(['A', 'B'].map((sku) => [sku, { qty: 0, manage: false }]))
const request = (mutationId: string | null = null) => ({ quoteId: 'q', now: 1, mutationId })
const allowed = () => null
const addOne = (cart: Cart) => addUnits(cart, item('A'), 1, at)
const refuse = () => cartError('not-available')

function add(known: CartRecord | null, name: string | null) {
  const { record, answer } = applyIdempotent(known, request(name), allowed, addOne)
  return { record: record ?? known, answer, isNew: record !== null }
}

const unitsOf = (record: CartRecord | null) => record?.cart.lines[0]?.qty ?? 0

describe('[D2] a mutation of an API client', () => {
  test('is applied once for all repetitions, with the same result', () => {
    const first = add(null, 'one')
    expect(first.answer).toMatchObject({ ok: true, version: 2, line: { sku: 'A', qty: 1 } })
    const again = add(first.record, 'one')
    expect(again).toEqual({ record: first.record, answer: first.answer, isNew: false })
    expect(unitsOf(add(again.record, 'two').record)).toBe(2)
  })

  test('is applied each time when it has no id', () => {
    const first = add(null, null)
    expect(first.record?.answers).toEqual([])
    expect(unitsOf(add(first.record, null).record)).toBe(2)
  })

  test('[audit D13] the last eight results are stored, the oldest is dropped first', () => {
    const names = Array.from({ length: 9 }, (_, i) => `change-${i}`)
    const record = names.reduce<CartRecord | null>((known, name) => add(known, name).record, null)
    expect(record?.answers.map(([name]) => name)).toEqual(names.slice(1))
    expect(unitsOf(record)).toBe(9)
    for (const name of names.slice(1)) expect(add(record, name).isNew).toBe(false)
    expect(add(record, 'change-0').isNew).toBe(true)
  })

  test('is refused when its id was used for another mutation', () => {
    const { record } = add(null, 'key#1')
    expect(add(record, 'key#1').answer).toMatchObject({ ok: true })
    expect(add(record, 'key#2')).toMatchObject({ isNew: false, answer: { ok: false, code: 'name-used' } })
    expect(add(record, 'other#2').isNew).toBe(true)
    expect(add(record, null).isNew).toBe(true)
    // Stored before ids had digests.
    expect(add(add(null, 'key').record, 'key#2').isNew).toBe(true)
  })

  test('may succeed after a temporary refusal', () => {
    const refused = applyIdempotent(null, request('one'), () => cartError('checkout-in-progress'), addOne)
    expect(refused).toEqual({ record: null, answer: cartError('checkout-in-progress') })
    expect(add(null, 'one').isNew).toBe(true)
  })

  test('creates a cart with its quote id and time', () => {
    const { record } = applyIdempotent(null, request(), allowed, (cart) => {
      expect(cart).toEqual(emptyCart('q', { now: 1 }))
      return addOne(cart)
    })
    expect(record?.cart).toMatchObject({ quoteId: 'q', updatedAt: 5 })
  })
})

describe('[D2] a mutation of a page', () => {
  test('is applied once; a late mutation was processed before', () => {
    const first = add(null, 'page-of-a.2')
    expect(first.record?.answers).toEqual([])
    expect(add(first.record, 'page-of-a.2')).toMatchObject({ isNew: false, answer: first.answer })
    expect(add(first.record, 'page-of-a.1')).toMatchObject({ isNew: false, answer: { code: 'seen-before' } })
    const next = add(first.record, 'page-of-b.1')
    expect(next.record?.seen).toHaveLength(2)
    expect(unitsOf(add(next.record, 'page-of-a.3').record)).toBe(3)
  })

  test('stays failed after a failure, but creates no cart', () => {
    expect(applyIdempotent(null, request('page-of-a.1'), allowed, refuse).record).toBeNull()
    const known = add(null, null).record
    const failed = applyIdempotent(known, request('page-of-a.1'), allowed, refuse)
    expect(failed.record?.cart).toBe(known?.cart)
    expect(failed.answer).toEqual(cartError('not-available'))
    expect(add(failed.record, 'page-of-a.1')).toMatchObject({ isNew: false, answer: failed.answer })
    const more = applyIdempotent(failed.record, request('page-of-b.1'), allowed, refuse)
    expect(more.record?.seen).toHaveLength(2)
    // A failed mutation without an id is not stored.
    expect(applyIdempotent(known, request(), allowed, refuse).record).toBeFalsy()
  })
})

describe('[D2] a setting', () => {
  const pay = (cart: Cart) => setSettings(cart, { paymentMethod: 'stripe' }, at)

  test('is recorded once when it has page and number', () => {
    const first = setIdempotent(null, request('page-of-a.1'), pay)
    expect(first.answer).toMatchObject({ quoteId: 'q', paymentMethod: 'stripe', version: 2 })
    expect(first.record).toMatchObject({ answers: [], seen: [{ page: 'page-of-a', seq: 1, answer: null }] })
    const free = (cart: Cart) => setSettings(cart, { paymentMethod: null }, at)
    expect(setIdempotent(first.record, request('page-of-a.1'), free)).toEqual({
      record: null,
      answer: first.answer,
    })
    const second = setIdempotent(first.record, request('page-of-b.1'), free)
    expect([second.answer.paymentMethod, second.record?.seen?.length]).toEqual([null, 2])
  })

  test('writes nothing when it is equal', () => {
    const first = setIdempotent(null, { quoteId: 'q', now: 1 }, pay)
    expect(first.record).toEqual({ answers: [], cart: first.answer })
    expect(setIdempotent(first.record, request(), pay)).toEqual({ record: null, answer: first.answer })
    const named = add(first.record, 'one').record
    const later = setIdempotent(named, request(), (cart) => setSettings(cart, { paymentMethod: null }, at))
    expect(later.record?.answers).toEqual(named?.answers)
    const seen = setIdempotent(named, request('page-of-a.1'), (cart) => cart)
    expect([seen.record?.answers, seen.record?.cart]).toEqual([named?.answers, named?.cart])
  })
})

describe('[D5] guests’ carts', () => {
  const options = { pools, ...at }
  const guestLine = (qty: number, itemId = 7) => ({ itemId, qty, item: item('A') })
  const guest = (from: string, lines = [guestLine(2)], seen: ProcessedMutation[] = []) => ({
    from,
    lines,
    seen,
  })
  const begin = (): CartRecord => ({ cart: emptyCart('q', { now: 0 }), answers: [] })

  test('merge lines and processed mutations; a repeated merge adds only the difference', () => {
    const seen = { page: 'page-of-a', seq: 3, answer: null }
    const once = mergeGuestCart(begin(), guest('g', [guestLine(2)], [seen]), options)
    expect([unitsOf(once), once.seen]).toEqual([2, [seen]])
    expect(once.joined).toEqual([{ from: 'g', items: [{ itemId: 7, into: 1, qty: 2 }] }])
    const again = mergeGuestCart(once, guest('g', [guestLine(3)]), options)
    expect([unitsOf(again), again.joined?.length, again.seen]).toEqual([3, 1, [seen]])
    expect(unitsOf(mergeGuestCart(again, guest('another', [guestLine(3)]), options))).toBe(6)
  })

  test('the last few are stored', () => {
    const names = Array.from({ length: MAX_MERGED_CARTS + 1 }, (_, i) => `guest-${i}`)
    const all = names.reduce((known, name) => mergeGuestCart(known, guest(name), options), begin())
    expect(all.joined?.map(({ from }) => from)).toEqual(names.slice(1))
  })

  test('[D6] a mutation of a guest’s line finds the merged line', () => {
    const two = mergeGuestCart(
      mergeGuestCart(begin(), guest('g'), options),
      guest('h', [guestLine(1)]),
      options,
    )
    const adopted = applyIdempotent(
      two,
      request('one'),
      allowed,
      changeMergedLine(two, { ...guestLine(5), from: 'g' }, options),
    )
    expect(adopted.answer).toMatchObject({ ok: true, line: { itemId: 1, qty: 6 } })
    expect(adopted.record?.joined?.find(({ from }) => from === 'g')?.items).toEqual([
      { itemId: 7, into: 1, qty: 5 },
    ])
    expect(adopted.record?.joined).toHaveLength(2)
    const lost = { ...guestLine(5), from: 'unknown' }
    expect(changeMergedLine(two, lost, options)(two.cart)).toEqual(cartError('cart-changed'))
    expect(changeMergedLine(begin(), lost, options)(two.cart)).toEqual(cartError('cart-changed'))
    const nothing = { itemId: 9, qty: 0, item: null, from: 'g' }
    expect(changeMergedLine(two, nothing, options)(two.cart)).toEqual(cartError('no-such-item', 9))
  })

  test('[D6] the next cart has the merged carts, one entry for each guest', () => {
    const former: MergedCart[] = [{ from: 'g', items: [{ itemId: 7, into: 3, qty: 2 }] }]
    const own: MergedCart = { from: 'h', items: [] }
    const next = inheritMergedCarts({ ...begin(), joined: [own] }, former)
    expect(next.joined).toEqual([{ from: 'g', items: [{ itemId: 7, into: 0, qty: 2 }] }, own])
    expect(inheritMergedCarts(next, former)).toBe(next)
    const many = Array.from({ length: MAX_MERGED_CARTS }, (_, i) => ({ from: `guest-${i}`, items: [] }))
    expect(inheritMergedCarts(next, many).joined).toHaveLength(MAX_MERGED_CARTS)
    expect(inheritMergedCarts(next, many).joined?.at(-1)).toBe(own)
  })

  test('a change of a line does not change them', () => {
    const known = mergeGuestCart(begin(), guest('g'), options)
    const change = applyIdempotent(known, request(), allowed, (cart) => setLineQty(cart, 1, 9, at))
    expect(change.record?.joined).toBe(known.joined)
  })
})
