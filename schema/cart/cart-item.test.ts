import { describe, expect, test } from 'vitest'
import type { Offer, Product } from '../catalog/product/product.ts'
import { EMPTY_PARTS, type Parts } from '../catalog/product/product-parts.ts'
import { productFacts } from './cart-format.ts'
import { type ItemRequest, resolveGroupMembers, resolveItem, variantOption } from './cart-item.ts'

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

const resolve = (offer: Offer | null, request: ItemRequest, at: number, parts: Parts = EMPTY_PARTS) =>
  resolveItem(offer && { offer, parts }, request, at)

describe('[D1] from a request to a line', () => {
  test('a parent with options and its variant resolve to the same line', () => {
    const byOption = resolve(lot, ask('LOT', { option: variantOption('pairs') }), now)
    expect(byOption).toEqual(resolve(lot, ask('LOT-2'), now))
    // Documents of the catalog name the option by its value.
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

  test('the price is the current price', () => {
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
  ])('a request that does not match the catalog is refused (%#)', (offer, request, code) => {
    expect(resolve(offer, request, now)).toMatchObject({ ok: false, code })
  })

  test('a product other than a tire has no facts', () => {
    expect(productFacts(plain)).toBe('')
  })
})

describe('[C8] the members of a group', () => {
  const parts: Parts = {
    ...EMPTY_PARTS,
    associated: [
      { sku: 'FRONT-2', qty: 1, offer: lot },
      { sku: 'REAR-2', qty: 2, offer: lot },
    ],
  }

  test('are those with a quantity; without quantities, all members with the group’s defaults', () => {
    expect(resolveGroupMembers(parts, { 'FRONT-2': '0', 'REAR-2': '3' })).toEqual({
      ok: true,
      members: [{ sku: 'REAR-2', qty: 3 }],
    })
    expect(resolveGroupMembers(parts, null)).toEqual({
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
  ])('%o is refused', (quantities, code) => {
    expect(resolveGroupMembers(parts, quantities)).toMatchObject({ ok: false, code })
  })
})

describe('[C8] the parts of a line', () => {
  const simple = { ...lot, product: { ...plain, type: 'simple' as const }, variants: [] }
  const option = (attributes: object) => ({ option: { extension_attributes: attributes } })
  const answers = { custom_options: [{ option_id: '1', option_value: 'Ada' }] }
  const asking = (price: number): Parts => ({
    ...EMPTY_PARTS,
    customOptions: [
      {
        optionId: 1,
        title: 'Name',
        kind: 'drop_down',
        required: false,
        values: [{ optionTypeId: 1, title: 'A', price }],
      },
    ],
  })
  const one = option({ custom_options: [{ option_id: '1', option_value: '1' }] })

  test('a simple product has itself as its only part, no choices and no option', () => {
    const line = resolve(simple, ask('LOT'), now)
    expect(line).toEqual({
      ok: true,
      item: {
        sku: 'LOT',
        parentSku: null,
        productId: 1,
        type: 'simple',
        name: 'Halden Velo Sport',
        setqty: 1,
        unitPrice: 5_800,
        choices: [],
        option: null,
        parts: [
          { sku: 'LOT', qty: 1, setqty: 1, unitPrice: 5_800, stockSku: 'LOT', taxClassId: 2, tire: null },
        ],
      },
      pools: new Map([['LOT', { qty: 4, manage: true }]]),
    })
  })

  test('a variant has its own option beside the custom options', () => {
    expect(resolve(lot, ask('LOT-2'), now)).toMatchObject({ item: { option: variantOption('pairs') } })
    expect(variantOption('pairs')).toEqual({
      extension_attributes: { configurable_item_options: [{ option_id: '160', option_value: '2' }] },
    })
    expect(resolve(simple, ask('LOT', one), now, asking(100))).toMatchObject({
      item: { unitPrice: 5_900, option: { extension_attributes: one.option.extension_attributes } },
    })
    expect(resolve(simple, ask('LOT', option(answers)), now)).toMatchObject({ code: 'wrong-variant' })
  })

  test('a custom option cannot make an unknown price known or a known price negative', () => {
    const free = { ...simple, product: { ...simple.product, price: -1 } }
    expect(resolve(free, ask('LOT', one), now, asking(100))).toMatchObject({ code: 'price-unknown' })
    expect(resolve(simple, ask('LOT', one), now, asking(-5_801))).toMatchObject({ code: 'price-unknown' })
  })

  test('a bundle needs the pools of its chosen parts', () => {
    const offer = { ...simple, product: { ...plain, type: 'bundle' as const } }
    const wheel = {
      ...simple,
      product: { ...simple.product, sku: 'W', stockSku: 'WHEELS' },
      stock: { qty: 9, manage: true },
    }
    const bundle = [
      {
        optionId: 1,
        title: 'Wheels',
        required: true,
        links: [{ id: 5, sku: 'W', qty: 2, isDefault: true, offer: wheel }],
      },
    ]
    const chosen = { bundle_options: [{ option_id: 1, option_qty: 2, option_selections: [5] }] }
    const line = resolve(offer, ask('LOT', option(chosen)), now, { ...EMPTY_PARTS, bundle })
    expect(line).toMatchObject({
      ok: true,
      item: {
        type: 'bundle',
        unitPrice: 11_600,
        option: { extension_attributes: chosen },
        choices: [{ label: 'Wheels' }],
      },
    })
    expect(line.ok && [...line.pools]).toEqual([['WHEELS', { qty: 9, manage: true }]])
    expect(resolve(offer, ask('LOT'), now, { ...EMPTY_PARTS, bundle })).toMatchObject({
      code: 'option-required',
    })
  })

  test('a variant is found by its sku or by its parent with options', () => {
    const both = {
      configurable_item_options: [
        { option_id: '160', option_value: 2 },
        { option_id: '9', option_value: 2 },
      ],
    }
    expect(resolve(lot, ask('LOT', option(both)), now)).toMatchObject({ code: 'wrong-variant' })
    for (const parentSku of ['LOT', 'LOT-2']) {
      expect(resolve(lot, ask('LOT-2', { parentSku }), now)).toMatchObject({ ok: true })
    }
    const two = { ...lot, variants: [{ ...pair, sku: 'LOT-4', sets: 'setOfFour' as const }, pair] }
    expect(resolve(two, ask('LOT-2'), now)).toMatchObject({ item: { sku: 'LOT-2' } })
    expect(resolve(two, ask('LOT', { option: variantOption('pairs') }), now)).toMatchObject({
      item: { sku: 'LOT-2' },
    })
  })
})
