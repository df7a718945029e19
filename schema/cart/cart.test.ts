import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LineComponent } from '../catalog/product/line-component.ts'
import {
  addAllUnits,
  addUnits,
  type Cart,
  type CartChange,
  closeCart,
  emptyCart,
  findLine,
  isAllVirtual,
  isSameItem,
  MAX_LINES,
  type NewLine,
  type ProductOption,
  parseQty,
  removeCoupon,
  removeLine,
  setLineQty,
  setSettings,
  subtotalOf,
  tireCount,
} from './cart.ts'
import { cartError, cartErrorMessage } from './cart-error.ts'

const at = { now: 1_000 }
const part = (sku: string, more: Partial<LineComponent> = {}): LineComponent => ({
  sku,
  qty: 1,
  setqty: 1,
  unitPrice: 6_200,
  stockSku: sku,
  taxClassId: 2,
  tire: { condition: 'Used', rim: 17 },
  ...more,
})
const item = (sku: string, more: Partial<NewLine> = {}): NewLine => ({
  sku,
  parentSku: null,
  productId: 1,
  type: 'simple',
  name: sku,
  setqty: 1,
  unitPrice: 6_200,
  parts: [part(sku)],
  choices: [],
  option: null,
  ...more,
})
const begin = () => emptyCart('0'.repeat(32), at)

function changedBy(change: CartChange): Cart {
  if (!change.ok) throw new Error(change.code)
  return change.cart
}

describe('[D2] changing a cart', () => {
  test('the same item gets more units and today’s price, another SKU gets a new line', () => {
    const one = changedBy(addUnits(begin(), item('A'), 1, at))
    const two = changedBy(addUnits(one, item('A', { unitPrice: 5_900 }), 2, at))
    const three = changedBy(addUnits(two, item('B'), 1, at))
    expect(three.lines.map(({ itemId, sku, qty, unitPrice }) => [itemId, sku, qty, unitPrice])).toEqual([
      [1, 'A', 3, 5_900],
      [2, 'B', 1, 6_200],
    ])
  })

  test('bundles with different choices are different lines', () => {
    const bundle = (id: number) =>
      item('X', {
        option: {
          extension_attributes: {
            bundle_options: [{ option_id: 1, option_qty: 1, option_selections: [id] }],
          },
        },
      })
    const cart = changedBy(addUnits(changedBy(addUnits(begin(), bundle(1), 1, at)), bundle(2), 1, at))
    expect(cart.lines).toHaveLength(2)
  })

  test('removing a line removes its children by parent sku, and the last line the coupon', () => {
    const cart = ['P', 'C'].reduce(
      (now, sku) => changedBy(addUnits(now, item(sku, sku === 'C' ? { parentSku: 'P' } : {}), 1, at)),
      setSettings(begin(), { coupon: { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } }, at),
    )
    const empty = changedBy(removeLine(cart, 1, at))
    expect(empty.lines).toEqual([])
    expect(empty.coupon).toBeNull()
    expect(removeLine(empty, 1, at)).toMatchObject({ ok: false, code: 'no-such-item', status: 404 })
  })

  test('item ids are never used twice', () => {
    const cart = changedBy(removeLine(changedBy(addUnits(begin(), item('A'), 1, at)), 1, at))
    expect(changedBy(addUnits(cart, item('A'), 1, at)).lines[0]?.itemId).toBe(2)
  })

  test('every change raises the version, equal settings do not', () => {
    const cart = changedBy(addUnits(begin(), item('A'), 1, at))
    expect(cart.version).toBe(2)
    expect(changedBy(setLineQty(cart, 1, 3, at)).version).toBe(3)
    expect(setSettings(cart, { paymentMethod: 'stripe' }, at).version).toBe(3)
    expect(setSettings(cart, { paymentMethod: null }, at)).toBe(cart)
  })

  test('a full cart, a full line and an ordered cart refuse changes', () => {
    const full = Array.from({ length: MAX_LINES }, (_, i) => `S${i}`).reduce(
      (cart, sku) => changedBy(addUnits(cart, item(sku), 1, at)),
      begin(),
    )
    expect(addUnits(full, item('one more'), 1, at)).toMatchObject({ code: 'too-many-lines' })
    expect(addUnits(full, item('S1'), 999, at)).toMatchObject({ code: 'bad-qty' })
    const closed = closeCart(full, 'TL-1', at)
    for (const change of [
      addUnits(closed, item('S1'), 1, at),
      setLineQty(closed, 1, 2, at),
      removeLine(closed, 1, at),
    ]) {
      expect(change).toMatchObject({ ok: false, code: 'cart-closed', status: 404 })
    }
  })

  test('a line is found by item id, or by SKU when the request has no item id', () => {
    const cart = changedBy(addUnits(begin(), item('A'), 1, at))
    expect(findLine(cart, { itemId: 1, sku: null })?.sku).toBe('A')
    expect(findLine(cart, { itemId: null, sku: 'A' })?.itemId).toBe(1)
    expect(findLine(cart, { itemId: 7, sku: 'A' })).toBeNull()
  })

  test('tires are counted by set size, and a cart of services is all virtual', () => {
    const cart = changedBy(addUnits(begin(), item('A', { parts: [part('A', { setqty: 4 })] }), 2, at))
    expect(tireCount(cart)).toBe(8)
    expect(isAllVirtual(cart)).toBe(false)
    expect(isAllVirtual(changedBy(addUnits(begin(), item('R', { type: 'virtual' }), 1, at)))).toBe(true)
    expect(isAllVirtual(begin())).toBe(false)
  })
})

describe('[D1] quantities', () => {
  test.each([
    [-1],
    [0],
    [0.5],
    ['1e3'],
    [2 ** 53],
    [Number.NaN],
    [''],
    ['0'],
    ['-1'],
    ['1.0'],
    [null],
    [true],
    [[1]],
    [1000],
  ])('%s is refused with a message', (value) => {
    const parsed = parseQty(value)
    expect(parsed).toMatchObject({ ok: false, code: 'bad-qty', status: 400 })
    if (!parsed.ok)
      expect(cartErrorMessage(parsed)).toBe('The quantity must be a whole number from 1 to 999.')
  })

  test.each([
    [1, 1],
    ['4', 4],
    [' 12 ', 12],
    [999, 999],
  ])('%s is parsed as %i', (value, qty) => {
    expect(parseQty(value)).toEqual({ ok: true, qty })
  })

  test('after every addition, a line has a whole quantity within the limit', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.double(), fc.integer(), fc.string())), (values) => {
        const cart = values.reduce<Cart>((now, value) => {
          const parsed = parseQty(value)
          const change = parsed.ok ? addUnits(now, item('A'), parsed.qty, at) : parsed
          return change.ok ? change.cart : now
        }, begin())
        expect(cart.lines.every((line) => parseQty(line.qty).ok)).toBe(true)
      }),
    )
  })
})

describe('[D2] a cart as a whole', () => {
  test('begins empty, open and without a customer unless one is passed', () => {
    expect(emptyCart('q', { now: 7 })).toEqual({
      quoteId: 'q',
      version: 1,
      customerId: null,
      lines: [],
      nextItemId: 1,
      coupon: null,
      shipTo: null,
      shippingMethod: null,
      paymentMethod: null,
      orderNumber: null,
      updatedAt: 7,
    })
    expect(emptyCart('q', { now: 7, customerId: 3 }).customerId).toBe(3)
  })

  test('has the sum of its lines as subtotal', () => {
    const line = fc.record({ unitPrice: fc.nat(1e6), qty: fc.integer({ min: 1, max: 999 }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 9 }), (rows) => {
        const cart = rows.reduce(
          (now, { unitPrice, qty }, i) => changedBy(addUnits(now, item(`S${i}`, { unitPrice }), qty, at)),
          begin(),
        )
        expect(subtotalOf(cart)).toBe(rows.reduce((sum, { unitPrice, qty }) => sum + unitPrice * qty, 0))
      }),
    )
  })

  test('is shipped as soon as one product is shipped', () => {
    const plan = changedBy(addUnits(begin(), item('R', { type: 'virtual' }), 1, at))
    expect(isAllVirtual(changedBy(addUnits(plan, item('A'), 1, at)))).toBe(false)
  })

  test('keeps its coupon while it has lines', () => {
    const coupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } as const
    const two = ['A', 'B'].reduce((cart, sku) => changedBy(addUnits(cart, item(sku), 1, at)), begin())
    expect(changedBy(removeLine(setSettings(two, { coupon }, at), 1, at)).coupon).toEqual(coupon)
    expect(findLine(two, { itemId: null, sku: 'B' })?.itemId).toBe(2)
  })

  test('has the time of its last change, and the order that closed it', () => {
    const cart = changedBy(addUnits(begin(), item('A'), 1, { now: 2_000 }))
    expect(cart.updatedAt).toBe(2_000)
    expect(changedBy(setLineQty(cart, 1, 2, { now: 3_000 })).updatedAt).toBe(3_000)
    expect(changedBy(removeLine(cart, 1, { now: 4_000 })).updatedAt).toBe(4_000)
    expect(closeCart(cart, 'TL-1', { now: 5_000 })).toEqual({
      ...cart,
      orderNumber: 'TL-1',
      version: cart.version + 1,
      updatedAt: 5_000,
    })
    const coupon = { code: 'SAVE10', kind: 'percent', value: 10, minSubtotal: 0 } as const
    const off = removeCoupon(setSettings(cart, { coupon }, at), { now: 6_000 })
    expect([off.coupon, off.updatedAt]).toEqual([null, 6_000])
  })

  test('refusals name the cart, the line or the limit', () => {
    const cart = changedBy(addUnits(begin(), item('A'), 1, at))
    expect(setLineQty(cart, 7, 1, at)).toEqual(cartError('no-such-item', 7))
    expect(removeLine(cart, 7, at)).toEqual(cartError('no-such-item', 7))
    expect(setLineQty(cart, 1, 0, at)).toEqual(cartError('bad-qty', 999))
    expect(addUnits(cart, item('B'), 0, at)).toEqual(cartError('bad-qty', 999))
    const closed = closeCart(cart, 'TL-1', at)
    expect(addUnits(closed, item('B'), 1, at)).toEqual(cartError('cart-closed', '0'.repeat(32)))
    const full = Array.from({ length: MAX_LINES }, (_, i) => item(`S${i}`)).reduce(
      (now, one) => changedBy(addUnits(now, one, 1, at)),
      begin(),
    )
    expect(addUnits(full, item('one more'), 1, at)).toEqual(cartError('too-many-lines', MAX_LINES))
  })
})

describe('[C8] several products at once', () => {
  test('are one change, and its result has the line of the first product', () => {
    const cart = changedBy(addUnits(begin(), item('A'), 1, at))
    const change = addAllUnits(
      cart,
      [
        { item: item('B'), qty: 2 },
        { item: item('A'), qty: 3 },
      ],
      at,
    )
    expect(change).toMatchObject({ ok: true, line: { sku: 'B', qty: 2 } })
    const next = changedBy(change)
    expect(next.version).toBe(cart.version + 1)
    expect(next.lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['A', 4],
      ['B', 2],
    ])
  })

  test('are added all or none, and an empty list is an error', () => {
    const wrong = [
      { item: item('B'), qty: 1 },
      { item: item('C'), qty: 0 },
    ]
    expect(addAllUnits(begin(), wrong, at)).toEqual(cartError('bad-qty', 999))
    expect(addAllUnits(begin(), [], at)).toEqual(cartError('nothing-chosen'))
  })
})

describe('[C8] two items', () => {
  const bundle = (...places: [id: number, ...links: number[]][]) => ({
    bundle_options: places.map(([option_id, ...option_selections]) => ({
      option_id,
      option_qty: 1,
      option_selections,
    })),
  })
  const custom = (...answers: [id: string, value: string][]) => ({
    custom_options: answers.map(([option_id, option_value]) => ({ option_id, option_value })),
  })
  const isSame = (a: ProductOption['extension_attributes'], b: ProductOption['extension_attributes']) =>
    isSameItem(
      { sku: 'X', option: { extension_attributes: a } },
      { sku: 'X', option: { extension_attributes: b } },
    )

  test('are the same for every order of their choices', () => {
    expect(isSame(bundle([1, 10, 9], [2, 3]), bundle([2, 3], [1, 9, 10]))).toBe(true)
    expect(isSame(custom(['1', 'a'], ['2', 'b']), custom(['2', 'b'], ['1', 'a']))).toBe(true)
    expect(isSame({}, bundle())).toBe(true)
    expect(isSameItem({ sku: 'X', option: null }, { sku: 'X', option: { extension_attributes: {} } })).toBe(
      true,
    )
  })

  test('differ by their choices and text values', () => {
    expect(isSame(bundle([1, 2]), bundle([1, 3]))).toBe(false)
    expect(isSame(bundle([1, 2]), bundle([2, 2]))).toBe(false)
    expect(isSame(custom(['1', 'a']), custom(['1', 'b']))).toBe(false)
    expect(isSame(custom(['1', 'a']), custom(['2', 'a']))).toBe(false)
    expect(isSame(custom(['1', '2']), bundle([1, 2]))).toBe(false)
    expect(isSame(custom(['1', 'a'], ['2', 'b']), custom(['1', 'a2:b']))).toBe(false)
    expect(isSame(bundle([1, 2]), {})).toBe(false)
    expect(isSameItem({ sku: 'X', option: null }, { sku: 'Y', option: null })).toBe(false)
  })
})
