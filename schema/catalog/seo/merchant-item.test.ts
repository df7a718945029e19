import { expect, test } from 'vitest'
import type { Offer, Product, Tire } from '../product/product.ts'
import { merchantItems } from './merchant-item.ts'

const NOW = Date.UTC(2026, 10, 21)
const TIRE: Tire = {
  brand: 'Halden',
  model: 'Velo Sport',
  size: '225/45R17',
  section: 225,
  aspect: 45,
  construction: 'R',
  rim: 17,
  season: 'Summer',
  condition: 'New',
  subCondition: 'New',
  treadDepth: 10,
  treadNew: 10,
  runFlat: false,
  tireLoad: 94,
  tireSpeed: 'W',
  speedRated: 168,
  pattern: 'sport',
  dot: '2425',
}
const PRODUCT: Product = {
  id: 7,
  sku: 'TL-7',
  parentSku: null,
  type: 'simple',
  kind: 'SimpleProduct',
  name: 'Halden Velo Sport',
  slug: 'halden-velo-sport',
  status: 1,
  visibility: 4,
  taxClassId: 2,
  price: 12_800,
  specialPrice: null,
  specialFrom: null,
  specialTo: null,
  setqty: 1,
  sets: 'single',
  stockSku: 'TL-7',
  createdAt: NOW,
  partNumber: 'HVS-22545',
  priceGrade: null,
  features: ['Quiet'],
  tire: TIRE,
  passport: null,
}
const offer = (change: Partial<Product> = {}, tire: Partial<Tire> = {}): Offer => ({
  product: { ...PRODUCT, ...change, tire: { ...TIRE, ...tire } },
  stock: { qty: 4, manage: true },
  variants: [],
})

test('[H5] the four conditions of a tire are mapped to the three conditions of the feed', () => {
  const conditionOf = (condition: Tire['condition']) =>
    merchantItems(offer({}, { condition }), NOW)[0]?.condition
  expect(conditionOf('New')).toBe('new')
  expect(conditionOf('Used')).toBe('used')
  expect(conditionOf('Driven Once')).toBe('used')
  expect(conditionOf('Retread')).toBe('refurbished')
})

test('[H5] every available variant is an item of its own, with the size of its set', () => {
  const variant = (setqty: number, price: number): Product => ({
    ...PRODUCT,
    sku: `TL-7-${setqty}`,
    setqty,
    price,
  })
  const lot: Offer = {
    product: { ...PRODUCT, type: 'configurable' },
    stock: { qty: 3, manage: true },
    variants: [variant(1, 12_800), variant(2, 25_400), variant(4, 50_400)],
  }
  expect(
    merchantItems(lot, NOW).map(({ id, group, multipack, price }) => [id, group, multipack, price]),
  ).toEqual([
    ['TL-7-1', 'TL-7', null, '128.00 USD'],
    ['TL-7-2', 'TL-7', 2, '254.00 USD'],
  ])
})

test('[H5] a special price is a sale price with its dates, only between these dates', () => {
  const special = { specialPrice: 9900, specialFrom: NOW, specialTo: NOW + 86_400_000 }
  expect(merchantItems(offer(special), NOW)[0]?.sale).toEqual({
    price: '99.00 USD',
    dates: '2026-11-21T00:00:00.000Z/2026-11-22T00:00:00.000Z',
  })
  expect(merchantItems(offer(special), NOW - 1)[0]?.sale).toBeNull()
})

test('[H5] sold-out products, free products and products that are not tires are excluded, and no field is too long', () => {
  expect(merchantItems({ ...offer(), stock: { qty: 0, manage: true } }, NOW)).toEqual([])
  expect(merchantItems(offer({ price: 0 }), NOW)).toEqual([])
  expect(merchantItems({ ...offer(), product: { ...PRODUCT, tire: null } }, NOW)).toEqual([])
  const long = 'x'.repeat(9000)
  const [item] = merchantItems(offer({ sku: long, features: [long], partNumber: long }, { brand: long }), NOW)
  expect(item?.id.length).toBe(50)
  expect(item?.title.length).toBe(150)
  expect(item?.description.length).toBe(5000)
  expect(item?.brand.length).toBe(70)
  expect(item?.mpn?.length).toBe(70)
})
