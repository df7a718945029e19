import { expect, test } from 'vitest'
import type { Offer, Product, Tire } from './product.ts'
import { EMPTY_PARTS, type Parts } from './product-parts.ts'
import {
  bundleSlots,
  buyUnits,
  canChooseQuantity,
  initialFormValues,
  isAddDisabled,
  isBuyable,
  memberChoices,
  resolveBundle,
} from './product-selection.ts'

const THING: Product = {
  id: 1,
  sku: 'THING',
  parentSku: null,
  type: 'simple',
  kind: 'SimpleProduct',
  name: 'Thing',
  slug: 'thing',
  status: 1,
  visibility: 4,
  taxClassId: 2,
  price: 1000,
  specialPrice: null,
  specialFrom: null,
  specialTo: null,
  setqty: 1,
  sets: 'single',
  stockSku: 'THING',
  createdAt: 0,
  partNumber: null,
  priceGrade: null,
  features: [],
  tire: null,
  passport: null,
}
const TIRE = { brand: 'Halden', model: 'Velo', tireLoad: 94, tireSpeed: 'W', treadDepth: 10 } as Tire
const offer = (rest: Partial<Product> = {}, qty: number | null = 10): Offer => ({
  product: { ...THING, ...rest },
  stock: { qty: qty ?? 0, manage: qty !== null },
  variants: [],
})
const link = (
  id: number,
  price: number,
  left: number | null,
  rest: { qty?: number; isDefault?: boolean } = {},
) => ({
  id,
  sku: `L${id}`,
  qty: 1,
  isDefault: false,
  ...rest,
  offer: offer({ sku: `L${id}`, price }, left),
})
const BUNDLE: Pick<Parts, 'bundle'> = {
  bundle: [
    {
      optionId: 1,
      title: 'Tires',
      required: true,
      links: [link(11, 5000, 3), link(12, 7000, 9, { isDefault: true })],
    },
    { optionId: 2, title: 'Kit', required: true, links: [link(21, 2400, 0), link(22, 900, 5, { qty: 2 })] },
    { optionId: 3, title: 'Plan', required: false, links: [link(31, 1400, null)] },
  ],
}

test('[C8] a bundle offers available products, with defaults for required slots', () => {
  const slots = bundleSlots(BUNDLE, 0)
  expect(slots.map(({ choices, chosen }) => [choices.map(({ id }) => id), chosen])).toEqual([
    [[11, 12], 12],
    [[22], 22],
    [[31], null],
  ])
  expect(slots[1]?.choices[0]).toMatchObject({ label: '2 × Thing', price: 1800, left: 2 })
})

test('[audit D8] a bundle counts the tires of its parts', () => {
  const pair = link(11, 5000, 9, { qty: 2 })
  pair.offer.product = { ...pair.offer.product, setqty: 2, tire: TIRE }
  const slots = bundleSlots(
    { bundle: [{ optionId: 1, title: 'Tires', required: true, links: [pair] }, ...BUNDLE.bundle.slice(1)] },
    0,
  )
  expect(resolveBundle(slots, { 1: 11, 2: 22 }).tires).toBe(4)
})

test('[C8] the price of a bundle follows the selection, and its quantity follows the scarcest part', () => {
  const slots = bundleSlots(BUNDLE, 0)
  expect(resolveBundle(slots, { 1: 12, 2: 22, 3: null })).toEqual({ price: 8800, tires: 0, left: 2 })
  expect(resolveBundle(slots, { 1: 11, 2: 22, 3: 31 })).toEqual({ price: 8200, tires: 0, left: 2 })
  expect(resolveBundle(slots, { 3: 31 })).toEqual({ price: 1400, tires: 0, left: null })
  expect(resolveBundle(slots, { 1: 999 })).toEqual({ price: 0, tires: 0, left: null })
})

test('[C8] a bundle without a required part and a group without members cannot be bought', () => {
  const bundle = offer({ type: 'bundle' }, null)
  const parts = { ...EMPTY_PARTS, ...BUNDLE }
  expect(isBuyable(bundle, parts, 0)).toBe(true)
  const noKit = parts.bundle.map((slot) => (slot.optionId === 2 ? { ...slot, links: [] } : slot))
  expect(isBuyable(bundle, { ...parts, bundle: noKit }, 0)).toBe(false)
  expect(isBuyable(bundle, EMPTY_PARTS, 0)).toBe(false)
  expect(isBuyable(offer({ type: 'grouped' }, null), EMPTY_PARTS, 0)).toBe(false)
  expect(isBuyable(offer(), EMPTY_PARTS, 0)).toBe(true)
  expect(isBuyable(offer({}, 0), EMPTY_PARTS, 0)).toBe(false)
})

test('[C8] [H9] a staggered set names the axle of each pair, and preselects available ones', () => {
  const pair = (sku: string, size: string, qty: number) => ({
    sku,
    qty: 2,
    offer: offer(
      {
        sku,
        price: 20_000,
        setqty: 2,
        tire: { ...TIRE, size },
      },
      qty,
    ),
  })
  const associated = [pair('F', '225/40R18', 9), pair('R', '255/35R18', 2), pair('S', '1', 1)]
  const members = memberChoices({ associated }, 'Velo, 225/40R18 front and 255/35R18 rear', 0)
  expect(members.map(({ axle, qty, left, perTire }) => [axle, qty, left, perTire])).toEqual([
    ['Front', 2, 4, 10_000],
    ['Rear', 1, 1, 10_000],
  ])
  expect(members[0]?.detail).toBe('225/40R18 94W, 10/32 in, pair')
})

test('[B7] a quantity can be chosen only where stock is managed and has more than one', () => {
  const canChoose = (left: number | null, max: number) => canChooseQuantity(left, { max, why: '' })
  expect([canChoose(null, 24), canChoose(0, 0), canChoose(1, 1), canChoose(5, 1)]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(canChoose(2, 2)).toBe(true)
})

test('a unit shows the regular price per tire during a special price', () => {
  const special = { specialPrice: 800, specialFrom: null, specialTo: null }
  expect(buyUnits(offer(special), 5)).toMatchObject([{ price: 800, perTire: 800, was: 1000, left: 10 }])
  expect(buyUnits(offer(), 5)).toMatchObject([{ was: null }])
})

test('[B7] "Add" is disabled while offline, while stock loads, and when managed stock is empty', () => {
  const state = { online: true, stockLoading: false, type: 'simple' as const, left: 1 }
  expect(isAddDisabled(state)).toBe(false)
  expect(isAddDisabled({ ...state, online: false })).toBe(true)
  expect(isAddDisabled({ ...state, stockLoading: true })).toBe(true)
  expect(isAddDisabled({ ...state, left: 0 })).toBe(true)
  expect(isAddDisabled({ ...state, left: 0, type: 'configurable' })).toBe(true)
  expect(isAddDisabled({ ...state, left: null })).toBe(false)
  // Composed products use the stock of their parts; virtual and downloadable products have no stock.
  for (const type of ['bundle', 'grouped', 'virtual', 'downloadable'] as const) {
    expect(isAddDisabled({ ...state, left: 0, type })).toBe(false)
  }
})

test('[C8] the form starts with a selection that can be added to the cart', () => {
  const colors = [
    { optionTypeId: 7, title: 'Black', price: 0 },
    { optionTypeId: 8, title: 'White', price: 200 },
  ]
  const colorOption = { title: 'Color', kind: 'drop_down' as const, values: colors }
  const customOptions = [
    { ...colorOption, optionId: 21, required: true },
    { ...colorOption, optionId: 22, required: false },
  ]
  expect(initialFormValues({ ...EMPTY_PARTS, ...BUNDLE, customOptions }, THING, 0)).toEqual({
    sku: 'THING',
    qty: '1',
    'bundle_option[1]': '12',
    'bundle_option[2]': '22',
    'bundle_option[3]': '',
    'options[21]': '7',
    'options[22]': '',
  })
})
