import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { cartExtra } from '../../../schema/cart/extras/cart-extra.table.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { restoreAbandonedCart } from '../abandoned/recover-abandoned-cart.ts'
import { browser } from '../testing/cart-form.harness.ts'
import { loadMounting } from '../testing/mounting.fixture.ts'
import { addToCart } from '../update-cart.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
  await loadMounting(env.DB)
  await connect(env.DB)
    .insert(cartExtra)
    .values([
      { sku: 'RH-1', kind: 'plan', tires: 1 },
      { sku: 'MK-1', kind: 'kit', tires: 4 },
      { sku: 'MK-2', kind: 'kit', tires: 4, position: 1 },
    ])
})

const BRING = 'We ship the tires to you; bring them to our store in Chicago.'

type Shopper = ReturnType<typeof browser>
const add = (shopper: Shopper, sku: string, qty = '1') => shopper.ask({ action: 'add', sku, qty })
const linesOf = ({ lines }: CartView) =>
  lines.map(({ sku, qty, service }) => [sku, qty, service?.tires ?? null])
const itemId = (cart: CartView, sku: string) => String(cart.lines.find((line) => line.sku === sku)?.itemId)

describe('[H13f] the plan and the kit that the cart offers', () => {
  test('tires have an offer of both; what the cart has is offered no more', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    const kit = { sku: 'MK-1', qty: 1, title: 'Mounting kit', price: 2_400 }
    const mounting = { tires: 4, price: 10_000, note: BRING }
    expect((await shopper.cart()).offers).toEqual({ plan: { tires: 4, price: 5_600 }, mounting, kit })
    await shopper.post({ action: 'plan' })
    await add(shopper, 'MK-1')
    const cart = await shopper.cart()
    expect(cart.offers).toEqual({ plan: null, mounting, kit: null })
    expect(linesOf(cart)).toEqual([
      ['TL-2001-4', 1, null],
      ['MK-1', 1, null],
      ['RH-1', 4, 4],
    ])
    expect(cart.totals.subtotal).toBe(50_400 + 2_400 + 5_600)
  })

  test('the plan follows the tires, and goes with the last of them', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4', '2')
    await shopper.post({ action: 'plan' })
    const full = await shopper.cart()
    expect(linesOf(full).at(-1)).toEqual(['RH-1', 8, 8])
    await shopper.post({ action: 'set', item_id: itemId(full, 'TL-2001-4'), qty: '1' })
    expect(linesOf(await shopper.cart()).at(-1)).toEqual(['RH-1', 4, 4])
    await shopper.post({ action: 'remove', item_id: itemId(full, 'TL-2001-4') })
    expect(linesOf(await shopper.cart())).toEqual([])
  })

  test('the page of the plan covers all tires too; without tires it adds nothing and says why', async () => {
    const shopper = browser()
    const refused = await add(shopper, 'RH-1')
    expect(refused).toMatchObject({
      code: 409,
      result: 'The road hazard plan covers tires in the same order. Add your tires first.',
    })
    await add(shopper, 'TL-2001-4')
    await add(shopper, 'RH-1')
    const cart = await shopper.cart()
    expect(linesOf(cart).at(-1)).toEqual(['RH-1', 4, 4])
    await shopper.post({ action: 'plan-remove' })
    expect(linesOf(await shopper.cart())).toEqual([['TL-2001-4', 1, null]])
  })

  test('a plan that is not sold for the number of tires is refused, and nothing is covered', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    await add(shopper, 'TL-2002-1')
    const plans = connect(env.DB).update(cartExtra)
    await plans.set({ tires: 4 }).where(eq(cartExtra.sku, 'RH-1'))
    const refused = await shopper.ask({ action: 'plan' })
    await plans.set({ tires: 1 }).where(eq(cartExtra.sku, 'RH-1'))
    expect(refused).toMatchObject({
      code: 409,
      result: 'We don’t offer this for the number of tires in your cart.',
    })
    expect(linesOf(await shopper.cart())).toHaveLength(2)
  })

  test.each([
    [
      'an empty cart gets the plan of today',
      '',
      { sku: 'RH-1', qty: 4, unitPrice: 1_400, service: { tires: 4 } },
    ],
    ['the cart’s own tires are never charged for it', 'TL-2002-1', { sku: 'TL-2001-4' }],
    ['nor those of the same product', 'TL-2001-4', { sku: 'TL-2001-4' }],
  ])('an abandoned cart is restored: %s', async (_, own, last) => {
    const [abandoned, shopper] = [browser(), browser()]
    await add(abandoned, 'TL-2001-4')
    await abandoned.post({ action: 'plan' })
    // An addition creates the cart, also the one that is then emptied.
    await add(shopper, own || 'TL-2002-1')
    if (!own) await shopper.post({ action: 'remove', item_id: itemId(await shopper.cart(), 'TL-2002-1') })
    const quoteOf = ({ jar }: Shopper) => jar.get('__Host-cart') ?? ''
    const cart = await env.CART.getByName(quoteOf(abandoned)).read()
    if (!cart) throw new Error('no cart')
    const plan = (cart.plan ?? []).map((unit) => ({ ...unit, unitPrice: 100 }))
    await restoreAbandonedCart(env, { ...cart, plan }, quoteOf(shopper), Date.now())
    const { lines } = await shopper.cart()
    expect(lines.at(-1)).toMatchObject(last)
  })

  test('a repeated request after a lost reply changes nothing', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    await shopper.ask({ action: 'plan', mutation: 'page-of-plan.1' })
    await shopper.ask({ action: 'plan-remove', mutation: 'page-of-plan.2' })
    const { version } = await shopper.cart()
    await shopper.ask({ action: 'plan-remove', mutation: 'page-of-plan.2' })
    await shopper.ask({ action: 'plan', mutation: 'page-of-plan.1' })
    const cart = await shopper.cart()
    expect([cart.version, linesOf(cart).length]).toEqual([version, 1])
  })
})

describe('[H13k] mounting that the cart offers', () => {
  test('is charged for each tire, follows the tires, and is offered again after its removal', async () => {
    const shopper = browser()
    expect(await shopper.ask({ action: 'mounting' })).toMatchObject({
      code: 409,
      result: 'We mount tires of the same order. Add your tires first.',
    })
    await add(shopper, 'TL-2001-4')
    expect((await shopper.ask({ action: 'mounting' })).result).toMatchObject({
      message: 'Mounting added. You’ll pick a store and time right after you order.',
    })
    const full = await shopper.cart()
    expect(full.lines.at(-1)).toMatchObject({
      ...{ sku: 'MT-1', qty: 4, picture: { src: '/drawings/mounting.svg' } },
      service: { kind: 'mounting', tires: 4, note: expect.stringContaining(BRING) },
    })
    expect([full.totals.subtotal, full.offers.mounting, full.offers.kit]).toEqual([
      50_400 + 10_000,
      null,
      null,
    ])
    await shopper.post({ action: 'set', item_id: itemId(full, 'TL-2001-4'), qty: '2' })
    expect(linesOf(await shopper.cart()).at(-1)).toEqual(['MT-1', 8, 8])
    await shopper.post({ action: 'mounting-remove' })
    const { lines, offers } = await shopper.cart()
    expect([lines.length, offers.mounting]).toEqual([1, { tires: 8, price: 20_000, note: BRING }])
  })

  test('a change that takes the last tires says that the services went with them', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    await shopper.post({ action: 'plan' })
    await shopper.post({ action: 'mounting' })
    const fields = { item_id: itemId(await shopper.cart(), 'TL-2001-4') }
    expect((await shopper.ask({ action: 'set', ...fields, qty: '2' })).result).toMatchObject({
      message: 'Product quantity has been updated!',
    })
    expect((await shopper.ask({ action: 'save', ...fields })).result).toMatchObject({
      message: 'Saved for later. Mounting and the plan went with the tires.',
    })
    await add(shopper, 'TL-2002-1')
    await shopper.post({ action: 'mounting' })
    const tire = { item_id: itemId(await shopper.cart(), 'TL-2002-1') }
    const removed = await shopper.post({ action: 'remove', ...tire })
    expect(removed.headers.get('Location')).toContain('notice=removed&ended=mounting')
  })

  test('its own page adds it for all tires; a quantity of its own is refused', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-2')
    await add(shopper, 'MT-1')
    const cart = await shopper.cart()
    expect(linesOf(cart).at(-1)).toEqual(['MT-1', 2, 2])
    const refused = await shopper.ask({ action: 'set', item_id: itemId(cart, 'MT-1'), qty: '1' })
    expect(refused).toMatchObject({
      code: 409,
      result: expect.stringContaining('Mounting is for every tire'),
    })
  })

  test('the API sells no mounting alone, and a tire cannot take its line', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-2')
    await shopper.post({ action: 'mounting' })
    const cart = await shopper.cart()
    const replace = (line: string, sku: string) =>
      shopper.ask({ action: 'replace', item_id: itemId(cart, line), sku, qty: '2' })
    expect(await replace('MT-1', 'TL-2002-1')).toMatchObject({ code: 409 })
    expect(await replace('TL-2001-2', 'MT-1')).toMatchObject({ code: 409 })
    expect(linesOf(await shopper.cart())).toEqual(linesOf(cart))
    const request = { sku: 'MT-1', parentSku: null, option: null, qty: 4 }
    expect(await addToCart(env, 'f'.repeat(32), request, FIXTURE_NOW)).toMatchObject({
      code: 'mounting-needs-tires',
    })
  })

  test('a shop without a store offers none', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    await env.DB.prepare("DELETE FROM config WHERE path = 'stores/1/path'").run()
    try {
      expect((await shopper.cart()).offers.mounting).toBeNull()
    } finally {
      await env.DB.prepare("INSERT INTO config (path, value) VALUES ('stores/1/path', '/west-grand/')").run()
    }
  })
})
