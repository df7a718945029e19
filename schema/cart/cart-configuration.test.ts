import { describe, expect, test } from 'vitest'
import type { Offer, Product } from '../catalog/product/product.ts'
import { type BundleOption, type CustomOption, EMPTY_PARTS } from '../catalog/product/product-parts.ts'
import { bundlePrice, resolveBundleOptions, resolveCustomOptions } from './cart-configuration.ts'
import { type CartError, cartErrorMessage } from './cart-error.ts'
import { type ItemRequest, resolveItem } from './cart-item.ts'

const NOW = 1_000

function product(sku: string, price: number, more: Partial<Product> = {}): Product {
  return {
    id: 1,
    sku,
    parentSku: null,
    type: 'simple',
    kind: 'SimpleProduct',
    name: sku,
    slug: sku,
    status: 1,
    visibility: 4,
    taxClassId: 2,
    price,
    specialPrice: null,
    specialFrom: null,
    specialTo: null,
    setqty: 1,
    sets: 'single',
    stockSku: sku,
    createdAt: 0,
    partNumber: null,
    priceGrade: null,
    features: [],
    tire: null,
    passport: null,
    ...more,
  }
}

function offer(sku: string, price: number, more: Partial<Product> = {}): Offer {
  return { product: product(sku, price, more), stock: { qty: 8, manage: true }, variants: [] }
}

const bundle: BundleOption[] = [
  {
    optionId: 1,
    title: 'Tires',
    required: true,
    links: [
      {
        id: 11,
        sku: 'A-4',
        qty: 1,
        isDefault: true,
        offer: offer('A-4', 40_000, { setqty: 4, stockSku: 'A' }),
      },
      {
        id: 12,
        sku: 'B-4',
        qty: 1,
        isDefault: false,
        offer: offer('B-4', 50_000, { specialPrice: 45_000, setqty: 4 }),
      },
      { id: 13, sku: 'OLD', qty: 1, isDefault: false, offer: offer('OLD', 1, { status: 2 }) },
      { id: 14, sku: 'ODD', qty: 1, isDefault: false, offer: offer('ODD', -1) },
    ],
  },
  {
    optionId: 2,
    title: 'Caps',
    required: false,
    links: [{ id: 21, sku: 'CAP', qty: 4, isDefault: true, offer: offer('CAP', 250) }],
  },
]
const chosen = (...ids: [option: number, ...links: number[]][]) =>
  ids.map(([option_id, ...option_selections]) => ({ option_id, option_qty: 1, option_selections }))

describe('[C8] the choices of a bundle', () => {
  test('cost the sum of their links at current prices, each from its own pool', () => {
    const choice = resolveBundleOptions(bundle, chosen([2, 21], [1, 12]), NOW)
    if (!choice.ok) throw new Error(choice.code)
    expect(bundlePrice(choice.links, NOW)).toBe(45_000 + 4 * 250)
    expect(choice.parts.map(({ sku, qty, setqty, unitPrice }) => [sku, qty, setqty, unitPrice])).toEqual([
      ['B-4', 1, 4, 45_000],
      ['CAP', 4, 1, 250],
    ])
    expect(choice.choices).toEqual([
      { label: 'Tires', value: 'B-4' },
      { label: 'Caps', value: '4 × CAP' },
    ])
    // The catalog sets the quantity of a link, not the client.
    expect(choice.option).toEqual([
      { option_id: 1, option_qty: 1, option_selections: [12] },
      { option_id: 2, option_qty: 4, option_selections: [21] },
    ])
  })

  test('an option that is not required can stay empty', () => {
    expect(resolveBundleOptions(bundle, chosen([1, 11]), NOW)).toMatchObject({
      ok: true,
      parts: [{ sku: 'A-4' }],
    })
    expect(resolveBundleOptions(bundle, chosen([1, 11], [2]), NOW)).toMatchObject({ ok: true })
  })

  test.each([
    ['a required option without a choice', chosen([2, 21]), 'option-required'],
    ['no choice', undefined, 'option-required'],
    ['a link of another option', chosen([1, 21]), 'wrong-variant'],
    ['an option of another bundle', chosen([1, 11], [9, 21]), 'wrong-variant'],
    ['two links for one option', chosen([1, 11, 12]), 'wrong-variant'],
    ['one option twice', chosen([1, 11], [1, 12]), 'wrong-variant'],
    ['a disabled product', chosen([1, 13]), 'not-available'],
    ['a product without a known price', chosen([1, 14]), 'price-unknown'],
  ])('is refused: %s', (_, requested, code) => {
    expect(resolveBundleOptions(bundle, requested, NOW)).toMatchObject({ ok: false, code, status: 400 })
  })

  test('a missing choice is named', () => {
    const refusal = resolveBundleOptions(bundle, [], NOW) as CartError
    expect(cartErrorMessage(refusal)).toBe('Please choose: Tires.')
  })
})

const customOptions: CustomOption[] = [
  {
    optionId: 1,
    title: 'Color',
    kind: 'drop_down',
    required: true,
    values: [
      { optionTypeId: 1, title: 'Black', price: 0 },
      { optionTypeId: 2, title: 'White', price: 200 },
      { optionTypeId: 0, title: 'Free', price: 999 },
    ],
  },
  { optionId: 2, title: 'Name', kind: 'field', required: false, values: [] },
]
const answers = (...pairs: [id: string, value: string][]) =>
  pairs.map(([option_id, option_value]) => ({ option_id, option_value }))

describe('[C8] values of a product’s custom options', () => {
  test('a price is added only for an option_type_id greater than 0', () => {
    expect(resolveCustomOptions(customOptions, answers(['1', '2'], ['2', ' Ada  M. ']))).toEqual({
      ok: true,
      price: 200,
      choices: [
        { label: 'Color', value: 'White' },
        { label: 'Name', value: 'Ada M.' },
      ],
      option: [
        { option_id: '1', option_value: '2' },
        { option_id: '2', option_value: 'Ada M.' },
      ],
    })
    expect(resolveCustomOptions(customOptions, answers(['1', '1']))).toMatchObject({ ok: true, price: 0 })
    const optional = customOptions.map((question) => ({ ...question, required: false }))
    for (const none of ['0', '-2', '']) {
      expect(resolveCustomOptions(optional, answers(['1', none]))).toMatchObject({
        ok: true,
        price: 0,
        option: [],
      })
    }
  })

  test.each([
    ['a required option without a value', answers(['2', 'Ada']), 'option-required'],
    ['an unknown value', answers(['1', '7']), 'wrong-variant'],
    ['a value that is not a number', answers(['1', 'white']), 'wrong-variant'],
    ['an option of another product', answers(['1', '1'], ['8', 'x']), 'wrong-variant'],
    ['one option twice', answers(['1', '1'], ['1', '2']), 'wrong-variant'],
    ['a text that is too long', answers(['1', '1'], ['2', 'x'.repeat(201)]), 'option-too-long'],
  ])('is refused: %s', (_, requested, code) => {
    expect(resolveCustomOptions(customOptions, requested)).toMatchObject({ ok: false, code, status: 400 })
  })

  test('a text may have the maximum length and has no price; a list without a value is left out', () => {
    const long = resolveCustomOptions(customOptions, answers(['1', '1'], ['2', 'x'.repeat(200)]))
    expect(long).toMatchObject({
      ok: true,
      price: 0,
      option: [{ option_id: '1' }, { option_value: 'x'.repeat(200) }],
    })
    const fields = customOptions.slice(1)
    expect(resolveCustomOptions(fields, answers(['2', ' ']))).toEqual({
      ok: true,
      price: 0,
      choices: [],
      option: [],
    })
    expect(resolveCustomOptions(fields)).toEqual({ ok: true, price: 0, choices: [], option: [] })
    expect(resolveCustomOptions(fields, answers(['2', '3']))).toMatchObject({
      choices: [{ label: 'Name', value: '3' }],
    })
    // The line has the number in the format of the catalog.
    expect(resolveCustomOptions(customOptions, answers(['1', '02']))).toMatchObject({
      option: [{ option_value: '2' }],
    })
  })

  test('a product that needs options of its own cannot be part of a bundle', () => {
    for (const type of ['configurable', 'grouped', 'bundle'] as const) {
      const option = { optionId: 1, title: 'Part', required: true }
      const link = { id: 1, sku: 'P', qty: 1, isDefault: true, offer: offer('P', 100, { type }) }
      expect(resolveBundleOptions([{ ...option, links: [link] }], chosen([1, 1]), NOW)).toMatchObject({
        code: 'not-available',
      })
    }
  })

  test('a line has the base price and the price of the option, and the part has the price of the product alone', () => {
    const bag = offer('BAG', 1_800)
    const request: ItemRequest = {
      sku: 'BAG',
      parentSku: null,
      option: { extension_attributes: { custom_options: answers(['1', '2']) } },
    }
    const parts = { ...EMPTY_PARTS, customOptions: customOptions }
    expect(resolveItem({ offer: bag, parts }, request, NOW)).toMatchObject({
      ok: true,
      item: { unitPrice: 2_000, parts: [{ unitPrice: 1_800 }], choices: [{ value: 'White' }] },
    })
    expect(resolveItem({ offer: bag, parts }, { ...request, option: null }, NOW)).toMatchObject({
      code: 'option-required',
    })
    expect(resolveItem({ offer: bag, parts: EMPTY_PARTS }, request, NOW)).toMatchObject({
      code: 'wrong-variant',
    })
  })
})
