import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts, SB1 } from '../catalog/index/testing/parts.fixture.ts'
import { browser } from './testing/cart-form.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

const add = (sku: string, more: Record<string, string> = {}) => ({ action: 'add', sku, qty: '1', ...more })
const where = (response: Response) => response.headers.get('Location')

describe('[C8] a plain form', () => {
  test('adds a bundle with the links that its fields name', async () => {
    const shopper = browser()
    const fields = {
      [`bundle_option[${B4.tires}]`]: String(B4.links.winter),
      [`bundle_option[${B4.kit}]`]: String(B4.links.kit),
      [`bundle_option[${B4.plan}]`]: '',
    }
    expect(where(await shopper.post(add('B4', fields)))).toBe('/cart/?notice=added')
    const { lines, tires } = await shopper.cart()
    expect(lines).toMatchObject([
      { sku: 'B4', unitPrice: 40_800, tires: 4, choices: [{ label: 'Tires, set of four' }, {}] },
    ])
    expect(tires).toBe(4)
    expect(where(await shopper.post({ action: 'set', item_id: '1', qty: '2' }))).toBe('/cart/?notice=updated')
    expect((await shopper.cart()).lines).toMatchObject([{ qty: 2, rowTotal: 81_600 }])
    // The URL has no choices, so the line cannot be restored.
    expect(where(await shopper.post({ action: 'remove', item_id: '1' }))).toBe('/cart/?notice=removed')
  })

  test('names the missing choice; the URL has only the code', async () => {
    const shopper = browser()
    const half = add('B4', { [`bundle_option[${B4.tires}]`]: String(B4.links.new) })
    expect(where(await shopper.post(half))).toBe('/cart/?notice=option-required')
    expect(await shopper.ask(half)).toMatchObject({ code: 400, result: 'Please choose: Mounting kit.' })
    expect((await shopper.cart()).lines).toEqual([])
  })

  test('reads the values of a product’s custom options', async () => {
    const shopper = browser()
    const fields = { [`options[${SB1.color}]`]: String(SB1.white), [`options[${SB1.name}]`]: 'Dana' }
    expect(await shopper.ask(add('SB-1', fields))).toMatchObject({ code: 200 })
    expect((await shopper.cart()).lines).toMatchObject([
      {
        unitPrice: 2_000,
        choices: [
          { label: 'Color', value: 'White' },
          { label: 'Name on the tags', value: 'Dana' },
        ],
      },
    ])
    expect(await shopper.ask(add('SB-1'))).toMatchObject({ code: 400, result: 'Please choose: Color.' })
  })

  test('[D7] adds the members of a group with their quantities except 0, all or none', async () => {
    const shopper = browser()
    const group = (front: string, rear: string) =>
      add('G2', { 'super_group[TL-2001-2]': front, 'super_group[TL-2002-2]': rear })
    for (const nothing of [group('0', '0'), add('G2')])
      expect(await shopper.ask(nothing)).toMatchObject({
        code: 400,
        result: 'Please specify the quantity of product(s).',
      })
    // The stock has six pairs of the winter tire.
    expect(await shopper.ask(group('1', '7'))).toMatchObject({
      code: 400,
      result: 'Norwind Frost 3 215/60R16 99H isn’t available in this quantity. Nothing was added.',
    })
    expect((await shopper.cart()).lines).toEqual([])
    expect(where(await shopper.post(group('1', '7')))).toBe('/cart/?notice=group-short')
    expect(await shopper.ask(group('0', '2'))).toMatchObject({ code: 200 })
    expect(await shopper.ask(group('2', '1'))).toMatchObject({ code: 200 })
    const { lines, version } = await shopper.cart()
    expect(lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['TL-2002-2', 3],
      ['TL-2001-2', 2],
    ])
    // Each form was one mutation.
    expect(version).toBe(3)
  })

  test('a group is added once when the form is repeated after a lost response', async () => {
    const shopper = browser()
    await shopper.post(add('TL-1001'))
    const group = add('G2', { 'super_group[TL-2001-2]': '1', mutation: 'mutation-of-a-group' })
    await shopper.ask(group)
    await shopper.ask(group)
    expect((await shopper.cart()).lines.map(({ sku, qty }) => [sku, qty])).toEqual([
      ['TL-1001', 1],
      ['TL-2001-2', 1],
    ])
  })
})
