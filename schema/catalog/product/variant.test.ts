import { expect, test } from 'vitest'
import type { Offer, Product, Tire } from './product.ts'
import {
  availableVariants,
  bestMatch,
  chooseVariant,
  configuration,
  defaultVariant,
  isAvailable,
  NO_CONFIGURATION,
  NO_VARIANTS,
  sellableUnits,
  unitLabel,
  variantOptions,
} from './variant.ts'

const PARENT: Product = {
  id: 1,
  sku: 'LOT',
  parentSku: null,
  type: 'configurable',
  kind: 'SimpleProduct',
  name: 'Lot',
  slug: 'lot',
  status: 1,
  visibility: 4,
  taxClassId: 2,
  price: 8400,
  specialPrice: null,
  specialFrom: null,
  specialTo: null,
  setqty: 1,
  sets: 'single',
  stockSku: 'LOT',
  createdAt: 0,
  partNumber: null,
  priceGrade: null,
  features: [],
  tire: null,
  passport: null,
}
const variant = (setqty: 1 | 2 | 4, price: number, rest: Partial<Product> = {}): Product => ({
  ...PARENT,
  sku: `LOT-${setqty}`,
  parentSku: 'LOT',
  type: 'simple',
  visibility: 1,
  setqty,
  sets: setqty === 1 ? 'single' : setqty === 2 ? 'pairs' : 'setOfFour',
  price,
  ...rest,
})
const lot = (qty: number, variants = [variant(1, 8400), variant(2, 16_400), variant(4, 31_600)]): Offer => ({
  product: PARENT,
  stock: { qty, manage: true },
  variants,
})
const chosen = (offer: Offer, selection: Parameters<typeof chooseVariant>[1]) => {
  const result = chooseVariant(offer, selection, 0)
  return result.ok ? result.variant.sku : result.message
}

test('[C7] variants that are disabled or exceed the stock pool are not available', () => {
  expect(availableVariants(lot(3)).map(({ sku }) => sku)).toEqual(['LOT-1', 'LOT-2'])
  const disabled = lot(4, [variant(1, 8400, { status: 2 }), variant(2, 16_400)])
  expect(availableVariants(disabled).map(({ sku }) => sku)).toEqual(['LOT-2'])
  expect(availableVariants({ ...lot(0), stock: { qty: 0, manage: false } })).toHaveLength(3)
})

test('[C7] the exact sku wins, then the best match, then the lower price', () => {
  expect(chosen(lot(4), { sku: 'LOT-2', options: { sets: 'setOfFour' } })).toBe('LOT-2')
  expect(chosen(lot(4), { options: { sets: 'setOfFour' } })).toBe('LOT-4')
  expect(chosen(lot(4), { options: { setqty: 2 } })).toBe('LOT-2')
  expect(chosen(lot(4), {})).toBe('LOT-1')
  expect(chosen(lot(4, [variant(1, 9000), variant(2, 8000)]), {})).toBe('LOT-2')
})

test('[C7] a selection without a match falls back to an available variant', () => {
  expect(chosen(lot(3), { sku: 'LOT-4' })).toBe('LOT-1')
  expect(chosen(lot(3), { options: { sets: 'dozen' } })).toBe('LOT-1')
})

test('[C7] a product without available variants has a message', () => {
  expect(chosen(lot(0), {})).toBe(NO_VARIANTS)
  expect(NO_VARIANTS).toBe('No available product variants')
  expect(isAvailable(lot(0))).toBe(false)
  expect(defaultVariant(lot(0))).toBeNull()
})

test('[C7] the result reports whether the match is exact', () => {
  const exact = (selection: Parameters<typeof chooseVariant>[1], qty = 4) => {
    const result = chooseVariant(lot(qty), selection, 0)
    return result.ok && result.exact
  }
  expect(exact({ sku: 'LOT-4' })).toBe(true)
  expect(exact({ sku: 'LOT-4' }, 3)).toBe(false)
  expect(exact({ options: { sets: 'pairs' } })).toBe(true)
  expect(exact({ options: { sets: 'dozen' } })).toBe(false)
  expect(exact({})).toBe(true)
  expect(NO_CONFIGURATION).toBe(
    'No such configuration for the product. Please do choose another combination of attributes.',
  )
})

test('[C7] variants that differ in more than the set have one choice for each option', () => {
  const sized = (sku: string, setqty: 1 | 4, size: string, price: number) =>
    variant(setqty, price, {
      sku,
      tire: { size, condition: 'New', season: 'Summer', treadDepth: 10 } as Tire,
    })
  const variants = [
    sized('A1', 1, '205/55R16', 9000),
    sized('A4', 4, '205/55R16', 35_000),
    sized('B1', 1, '225/45R17', 12_000),
  ]
  expect(
    variantOptions(variants).map(({ code, values }) => [code, values.map(({ label }) => label)]),
  ).toEqual([
    ['size', ['205/55R16', '225/45R17']],
    ['sets', ['1 tire', 'Set of 4']],
  ])
  const known = variants.map((one) => ({ sku: one.sku, options: configuration(one), price: one.price }))
  const best = bestMatch(known, { options: { size: '225/45R17', sets: 'setOfFour' } })
  // Both A4 and B1 match one of the two; the lower price wins.
  expect(best).toMatchObject({ variant: { sku: 'B1' }, exact: false })
  expect(bestMatch([], {})).toBeNull()
  expect(variantOptions([variants[0] ?? PARENT])).toEqual([])
})

test('the largest set that the stock pool allows is preselected', () => {
  expect([40, 4, 3, 1].map((qty) => defaultVariant(lot(qty))?.setqty)).toEqual([4, 4, 2, 1])
  expect(sellableUnits(lot(2)).map(({ setqty }) => unitLabel(setqty))).toEqual(['1 tire', 'Pair'])
  expect(unitLabel(4)).toBe('Set of 4')
})

test('[C3] pairs or singles of a filtered list are preselected, otherwise what is available', () => {
  const preselected = (qty: number, ...wanted: string[]) => defaultVariant(lot(qty), wanted)?.setqty
  expect([preselected(40, 'single'), preselected(40, 'pairs'), preselected(40, 'single', 'pairs')]).toEqual([
    1, 2, 2,
  ])
  expect(preselected(1, 'pairs')).toBe(1)
  expect(preselected(40, 'dozens')).toBe(4)
})

test('a simple product is its own unit while it is in stock and enabled', () => {
  const single: Offer = {
    product: { ...PARENT, type: 'simple' },
    stock: { qty: 1, manage: true },
    variants: [],
  }
  expect(sellableUnits(single)).toEqual([single.product])
  expect(defaultVariant({ ...single, stock: { qty: 0, manage: true } })).toBeNull()
  expect(isAvailable({ ...single, product: { ...single.product, status: 2 } })).toBe(false)
})
