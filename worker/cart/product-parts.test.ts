import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiCartItem } from '../../schema/compat/compat-cart.api.ts'
import { B4, loadParts, SB1 } from '../catalog/index/testing/parts.fixture.ts'
import { readCartView } from './read-cart.ts'
import { call, create, inform, openShop, pull, totals, update } from './testing/cart.harness.ts'

beforeAll(async () => {
  await openShop()
  await loadParts(env.DB)
})

/** Restores the pools; the cached offers of this isolate may be old, so a test uses its own SKUs where this matters. */
beforeEach(async () => {
  await env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'").run()
})

const { links } = B4
const bundleOf = (...choices: [option: number, link: number][]) => ({
  extension_attributes: {
    bundle_options: choices.map(([option_id, link]) => ({
      option_id,
      option_qty: 1,
      option_selections: [link],
    })),
  },
})
const answered = (...answers: [option: number, value: string | number][]) => ({
  extension_attributes: {
    custom_options: answers.map(([option_id, option_value]) => ({
      option_id: String(option_id),
      option_value,
    })),
  },
})
const usual = bundleOf([B4.tires, links.new], [B4.kit, links.kit])
const chicago = {
  region_id: 23,
  region_code: 'IL',
  country_id: 'US',
  postcode: '60612',
  city: 'Chicago',
  street: ['a'],
}

describe('[C8] [D1] a bundle in the API', () => {
  test('is one line that costs the sum of its links, whatever price the client names', async () => {
    const id = await create()
    const { result } = await update(id, { sku: 'B4', qty: 1, price: 1, product_option: usual })
    expect(result).toMatchObject({ sku: 'B4', qty: 1, product_type: 'bundle', price: 528 })
    const { result: items } = await pull(id)
    expect(items).toEqual([result])
    expect(items[0]?.product_option).toEqual(usual)
  })

  test('the option of a reply that is sent back names the same line; other choices name another line', async () => {
    const id = await create()
    const first = await update(id, { sku: 'B4', qty: 1, product_option: usual })
    // Clients send the choices in any order, and ids as texts.
    const again = await update(id, {
      sku: 'B4',
      qty: 1,
      product_option: {
        extension_attributes: {
          bundle_options: [...usual.extension_attributes.bundle_options].reverse().map((o) => ({
            ...o,
            option_id: String(o.option_id),
            option_selections: o.option_selections.map(String),
          })),
        },
      },
    })
    expect(again.result).toMatchObject({ item_id: first.result.item_id, qty: 2 })
    const winter = bundleOf([B4.tires, links.winter], [B4.kit, links.kit], [B4.plan, links.plan])
    const other = await update(id, { sku: 'B4', qty: 1, product_option: winter })
    expect(other.result).toMatchObject({ price: 384 + 24 + 14, qty: 1 })
    expect(other.result.item_id).not.toBe(first.result.item_id)
    const { item_id } = first.result
    expect((await update(id, { sku: 'B4', item_id, qty: 3, product_option: usual })).result).toMatchObject({
      item_id,
      qty: 3,
      price: 528,
    })
  })

  test('[D8] has a fee for each of its tires, and its totals name the choices', async () => {
    const id = await create()
    await update(id, { sku: 'B4', qty: 2, product_option: usual })
    const { result } = await inform(id, chicago)
    const segment = result.totals.total_segments.find(({ code }) => code === 'state-fee')
    expect(segment).toMatchObject({ title: 'Illinois tire fee, 8 at $2.50', value: 20 })
    expect(result.totals.subtotal).toBe(1056)
    expect(JSON.parse(result.totals.items[0]?.options ?? '')).toEqual([
      { label: 'Tires, set of four', value: 'Halden Velo Sport, 225/45R17 94W, new, set of 4' },
      { label: 'Mounting kit', value: 'Mounting kit' },
    ])
  })

  test.each([
    ['no choice', undefined, 'Please choose: Tires, set of four.'],
    ['a required option without a choice', bundleOf([B4.tires, links.new]), 'Please choose: Mounting kit.'],
    [
      'a link of another option',
      bundleOf([B4.tires, links.kit], [B4.kit, links.kit]),
      'No such configuration for the product. Please do choose another combination of attributes.',
    ],
    [
      'an unknown option',
      bundleOf([B4.tires, links.new], [B4.kit, links.kit], [99, 1]),
      'No such configuration for the product. Please do choose another combination of attributes.',
    ],
  ])('[D1] %s is refused with a message', async (_, product_option, message) => {
    const id = await create()
    const { code, result } = await update(id, { sku: 'B4', qty: 1, product_option })
    expect([code, result]).toEqual([400, message])
    expect((await pull(id)).result).toEqual([])
  })

  test('[D7] is short as soon as one of its pools is short, with the other lines of the cart counted', async () => {
    const id = await create()
    // The stock has one sensor kit, the bundle needs two.
    const sensors = bundleOf([B4.tires, links.new], [B4.kit, links.sensors])
    expect(await update(id, { sku: 'B4', qty: 1, product_option: sensors })).toMatchObject({
      code: 400,
      result: 'The product is out of stock and cannot be added to the cart!',
    })
    // 40 tires: five sets in bundles and eight pairs leave four, so exactly one more set fits.
    await update(id, { sku: 'B4', qty: 5, product_option: usual })
    await update(id, { sku: 'TL-2001-2', qty: 8 })
    expect(await update(id, { sku: 'TL-2001-4', qty: 1 })).toMatchObject({ code: 200 })
    expect(await update(id, { sku: 'TL-2001-1', qty: 1 })).toMatchObject({
      code: 400,
      result: 'The requested qty is not available',
    })
    await env.DB.prepare("UPDATE stock SET qty = 39 WHERE stock_sku = 'TL-2001'").run()
    const { lines } = await readCartView(env, id, Date.now())
    expect(lines.map(({ sku, left, problem }) => [sku, left, problem])).toEqual([
      ['B4', '4 in stock', 'Stock limit for the product is exceeded'],
      ['TL-2001-2', '7 pairs in stock', 'Stock limit for the product is exceeded'],
      ['TL-2001-4', null, 'Stock limit for the product is exceeded'],
    ])
  })

  test('the cart shows its parts, counts its tires and reports a part that is no longer sold', async () => {
    const id = await create()
    await update(id, { sku: 'B4', qty: 2, product_option: usual })
    const view = await readCartView(env, id, Date.now())
    expect(view.tires).toBe(8)
    expect(view.lines[0]).toMatchObject({
      title: 'Four tires with mounting kit',
      href: '/p/B4/b4',
      tires: 4,
      choices: [{ label: 'Tires, set of four' }, { label: 'Mounting kit', value: 'Mounting kit' }],
      problem: null,
    })
    expect(view.lines[0]?.picture?.alt).toContain('Halden')
    await env.DB.prepare("UPDATE product SET sku = 'MK-0' WHERE sku = 'MK-1'").run()
    const without = await readCartView(env, id, Date.now())
    await env.DB.prepare("UPDATE product SET sku = 'MK-1' WHERE sku = 'MK-0'").run()
    expect(without.lines[0]?.problem).toBe('Out of the stock!')
  })
})

describe('[C8] custom options in the API', () => {
  test('[D1] the value is part of the line and of its price, and is returned as it was sent', async () => {
    const id = await create()
    const white = answered([SB1.color, SB1.white], [SB1.name, 'Dana W.'])
    const { result } = await update(id, { sku: 'SB-1', qty: 2, product_option: white })
    expect(result).toMatchObject({ price: 20, qty: 2, product_type: 'simple' })
    expect(result.product_option).toEqual(answered([SB1.color, String(SB1.white)], [SB1.name, 'Dana W.']))
    const same = await update(id, { sku: 'SB-1', qty: 1, product_option: result.product_option })
    expect(same.result).toMatchObject({ item_id: result.item_id, qty: 3 })
    const black = await update(id, { sku: 'SB-1', qty: 1, product_option: answered([SB1.color, SB1.black]) })
    expect(black.result).toMatchObject({ price: 18, qty: 1 })
    expect((await totals(id)).result.subtotal).toBe(78)
  })

  test.each([
    ['a product without a required value', undefined, 'Please choose: Color.'],
    ['a product with zero as value', answered([SB1.color, 0]), 'Please choose: Color.'],
    [
      'a product with a text that is too long',
      answered([SB1.color, 1], [SB1.name, 'x'.repeat(201)]),
      'Please use at most 200 characters.',
    ],
  ])('[D1] %s is refused with a message', async (_, product_option, message) => {
    const id = await create()
    expect(await update(id, { sku: 'SB-1', qty: 1, product_option })).toMatchObject({
      code: 400,
      result: message,
    })
  })
})

describe('[C8] a group in the API', () => {
  test('[D1] adds each of its members as a line of its own', async () => {
    const id = await create()
    const { result } = await update(id, { sku: 'G2', qty: 2 })
    expect(result).toMatchObject({ sku: 'TL-2001-2', qty: 2 })
    const { result: items } = await pull(id)
    expect(items.map(({ sku, qty, price }: ApiCartItem) => [sku, qty, price])).toEqual([
      ['TL-2001-2', 2, 254],
      ['TL-2002-2', 2, 194],
    ])
  })

  test('[D7] adds nothing when one member is short', async () => {
    const id = await create()
    expect(await update(id, { sku: 'G2', qty: 7 })).toMatchObject({
      code: 400,
      result: 'Norwind Frost 3 215/60R16 99H isn’t available in this quantity. Nothing was added.',
    })
    expect((await pull(id)).result).toEqual([])
  })
})

test('[C8] a cart with only files and plans is not shipped and not paid in cash', async () => {
  const id = await create()
  await update(id, { sku: 'CG-1', qty: 1 })
  await update(id, { sku: 'RH-1', qty: 1 })
  const { result } = await call<{ code: string }[]>('GET', `payment-methods?token=&cartId=${id}`)
  expect(result.map(({ code }) => code)).not.toContain('cashondelivery')
  expect(await readCartView(env, id, Date.now())).toMatchObject({ allVirtual: true, tires: 0 })
})
