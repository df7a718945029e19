import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CartView } from '../../../schema/cart/cart.api.ts'
import { cartExtra } from '../../../schema/cart/extras/cart-extra.table.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { loadParts } from '../../catalog/index/testing/parts.fixture.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { browser } from '../testing/cart-form.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
  await connect(env.DB)
    .insert(cartExtra)
    .values([
      { sku: 'RH-1', kind: 'plan', tires: 1 },
      { sku: 'MK-1', kind: 'kit', tires: 4 },
      { sku: 'MK-2', kind: 'kit', tires: 4, position: 1 },
    ])
})

type Shopper = ReturnType<typeof browser>
const add = (shopper: Shopper, sku: string, qty = '1') => shopper.ask({ action: 'add', sku, qty })
const linesOf = ({ lines }: CartView) => lines.map(({ sku, qty, covers }) => [sku, qty, covers])
const itemId = (cart: CartView, sku: string) => String(cart.lines.find((line) => line.sku === sku)?.itemId)

describe('[H13f] the plan and the kit that the cart offers', () => {
  test('tires have an offer of both; what the cart has is offered no more', async () => {
    const shopper = browser()
    await add(shopper, 'TL-2001-4')
    const kit = { sku: 'MK-1', qty: 1, title: 'Mounting kit', price: 2_400 }
    expect((await shopper.cart()).offers).toEqual({ plan: { tires: 4, price: 5_600 }, kit })
    await shopper.post({ action: 'plan' })
    await add(shopper, 'MK-1')
    const cart = await shopper.cart()
    expect(cart.offers).toEqual({ plan: null, kit: null })
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
