import { describe, expect, test } from 'vitest'
import { groupMembers, type ItemRequest, resolveItem, variantOption } from './cart-item.ts'
import { productFacts } from './cart-words.ts'
import type { Offer, Product } from './product.ts'
import { NO_PARTS, type Parts } from './product-parts.ts'

const now = 1_000
const plain: Product = {
  id: 1,
  sku: 'LOT',
  parentSku: null,
  type: 'configurable',
  kind: 'SimpleProduct',
  name: 'Halden Velo Sport',
  slug: 'halden-velo-sport',
  status: 1,
  visibility: 4,
  taxClassId: 2,
  price: 5_800,
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
const pair: Product = {
  ...plain,
  id: 2,
  sku: 'LOT-2',
  parentSku: 'LOT',
  type: 'simple',
  price: 11_400,
  setqty: 2,
  sets: 'pairs',
  visibility: 1,
}
const lot: Offer = { product: plain, stock: { qty: 4, manage: true }, variants: [pair] }
const ask = (sku: string, more: object = {}) => ({ sku, parentSku: null, option: null, ...more })

const resolve = (offer: Offer | null, request: ItemRequest, at: number, parts: Parts = NO_PARTS) =>
  resolveItem(offer && { offer, parts }, request, at)

describe('[D1] from a request to a line', () => {
  test('parent with options and variant by itself give the same line', () => {
    const byOption = resolve(lot, ask('LOT', { option: variantOption('pairs') }), now)
    expect(byOption).toEqual(resolve(lot, ask('LOT-2'), now))
    // Documents of the catalogue name the option by its value.
    const named = { configurable_item_options: [{ option_id: '160', option_value: 'pairs' }] }
    expect(resolve(lot, ask('LOT', { option: { extension_attributes: named } }), now)).toEqual(byOption)
    expect(byOption).toMatchObject({
      ok: true,
      item: {
        sku: 'LOT-2',
        parentSku: 'LOT',
        productId: 2,
        type: 'configurable',
        unitPrice: 11_400,
        setqty: 2,
      },
    })
  })

  test('the price is that of this moment', () => {
    const special = { ...plain, type: 'simple' as const, specialPrice: 4_000, specialTo: now }
    const offer = { ...lot, product: special, variants: [] }
    expect(resolve(offer, ask('LOT'), now)).toMatchObject({ item: { unitPrice: 4_000 } })
    expect(resolve(offer, ask('LOT'), now + 1)).toMatchObject({ item: { unitPrice: 5_800 } })
  })

  test.each([
    [null, ask('LOT'), 'unknown-product'],
    [lot, ask('LOT'), 'options-missing'],
    [lot, ask('LOT', { option: variantOption('setOfFour') }), 'wrong-variant'],
    [lot, ask('LOT-2', { option: variantOption('single') }), 'wrong-variant'],
    [lot, ask('LOT-2', { parentSku: 'OTHER' }), 'wrong-variant'],
    [lot, ask('OTHER-2'), 'unknown-product'],
    [{ ...lot, product: { ...plain, status: 2 } }, ask('LOT-2'), 'not-available'],
    [{ ...lot, variants: [{ ...pair, status: 2 }] }, ask('LOT-2'), 'not-available'],
    [{ ...lot, product: { ...plain, type: 'bundle' as const } }, ask('LOT'), 'options-missing'],
    [{ ...lot, product: { ...plain, type: 'grouped' as const } }, ask('LOT'), 'options-missing'],
    [{ ...lot, variants: [{ ...pair, price: -1 }] }, ask('LOT-2'), 'price-unknown'],
  ])('a request that does not fit the catalogue is refused (%#)', (offer, request, code) => {
    expect(resolve(offer, request, now)).toMatchObject({ ok: false, code })
  })

  test('a product that is no tire has no facts', () => {
    expect(productFacts(plain)).toBe('')
  })
})

describe('[C8] the members of a group', () => {
  const parts: Parts = {
    ...NO_PARTS,
    associated: [
      { sku: 'FRONT-2', qty: 1, offer: lot },
      { sku: 'REAR-2', qty: 2, offer: lot },
    ],
  }

  test('are those with a quantity; without any asked for, all with the group’s own', () => {
    expect(groupMembers(parts, { 'FRONT-2': '0', 'REAR-2': '3' })).toEqual({
      ok: true,
      members: [{ sku: 'REAR-2', qty: 3 }],
    })
    expect(groupMembers(parts, null)).toEqual({
      ok: true,
      members: [
        { sku: 'FRONT-2', qty: 1 },
        { sku: 'REAR-2', qty: 2 },
      ],
    })
  })

  test.each([
    [{ 'FRONT-2': '0', 'REAR-2': '' }, 'nothing-chosen'],
    [{ OTHER: '1' }, 'unknown-product'],
    [{ 'FRONT-2': '-1' }, 'bad-qty'],
    [{ 'FRONT-2': '1000' }, 'bad-qty'],
  ])('%o is refused', (asked, code) => {
    expect(groupMembers(parts, asked)).toMatchObject({ ok: false, code })
  })
})
