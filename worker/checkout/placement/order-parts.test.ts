import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { thankYouView } from '../../../schema/orders/status/thank-you.api.ts'
import { FIXTURE_NOW, loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { B4, loadParts, SB1 } from '../../catalog/index/testing/parts.fixture.ts'
import { readActiveOrder } from '../../orders/order.sql.ts'
import { orderConfirmation } from '../../orders/order-confirmation-content.tsx'
import { orderLinks } from '../../orders/order-links.ts'
import {
  bundleOf,
  cardOrder,
  cartOf,
  cashOrder,
  fillCart,
  inCart,
  newPlacementHarness,
  ordersOf,
  type PlacementHarness,
  placeTestOrder,
  putIn,
  stockOf,
} from './testing/order-placement.harness.ts'

const usual = bundleOf([B4.tires, B4.links.new], [B4.kit, B4.links.kit])
const white = {
  extension_attributes: {
    custom_options: [{ option_id: String(SB1.color), option_value: String(SB1.white) }],
  },
}

let harness: PlacementHarness
let quote: string
let count = 0

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

beforeEach(async () => {
  harness = newPlacementHarness(FIXTURE_NOW)
  count += 1
  quote = `b${count.toString(16).padStart(31, '0')}`
  await env.DB.batch([
    env.DB.prepare("UPDATE stock SET qty = 40 WHERE stock_sku = 'TL-2001'"),
    env.DB.prepare("UPDATE stock SET qty = 10 WHERE stock_sku = 'MK-1'"),
    env.DB.prepare("UPDATE stock SET qty = 20 WHERE stock_sku = 'SB-1'"),
    env.DB.prepare("UPDATE product SET price = 2400 WHERE sku = 'MK-1'"),
    env.DB.prepare("UPDATE product SET status = 1 WHERE sku = 'MK-1'"),
  ])
})

describe('[C8] the order of a bundle', () => {
  test('[D8] reserves each part in its own pool, charges the sum with a fee per tire, and stores the choices', async () => {
    await putIn(quote, harness, { sku: 'B4', option: usual, qty: 2 })
    await putIn(quote, harness, { sku: 'SB-1', option: white })
    const outcome = await placeTestOrder(quote, harness, cardOrder())
    // 2 × 528.00 and 20.00, 6.25 % of tax, eight tires at 2.50
    expect(outcome).toMatchObject({ ok: true, totals: { subtotal: 107_600, tax: 6725, grandTotal: 116_325 } })
    expect([await stockOf('TL-2001'), await stockOf('MK-1'), await stockOf('SB-1')]).toEqual([32, 8, 19])
    expect([...harness.stripe.captured.values()]).toEqual([116_325])
    const order = await readActiveOrder(env.DB, quote)
    expect(order?.lines).toMatchObject([
      {
        sku: 'B4',
        type: 'bundle',
        title: 'Four tires with mounting kit',
        unitPrice: 52_800,
        parts: [
          { sku: 'TL-2001-4', stockSku: 'TL-2001', setqty: 4, unitPrice: 50_400 },
          { sku: 'MK-1', stockSku: 'MK-1', setqty: 1, unitPrice: 2400 },
        ],
        choices: [
          { label: 'Tires, set of four', value: 'Halden Velo Sport, 225/45R17 94W, new, set of 4' },
          { label: 'Mounting kit', value: 'Mounting kit' },
        ],
        option: usual,
      },
      { sku: 'SB-1', unitPrice: 2000, choices: [{ label: 'Color', value: 'White' }], option: white },
    ])
    if (!order) return
    expect(
      thankYouView(order, [], { offersAccount: false, mounting: null, now: order.placedAt }),
    ).toMatchObject({
      tires: 8,
      lines: [{ choices: [{}, {}] }, {}],
    })
    const { html, text } = orderConfirmation(
      order,
      'https://shop.example',
      orderLinks(env.CART_SECRET, 'https://shop.example', order.orderNumber),
    )
    for (const said of ['Mounting kit: Mounting kit', 'Color: White']) {
      expect(html).toContain(said)
      expect(text).toContain(said)
    }
  })

  test('[D7] is refused as a whole with a message when one pool is short, and the other pools stay unchanged', async () => {
    await putIn(quote, harness, { sku: 'B4', option: usual, qty: 2 })
    await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'MK-1'").run()
    expect(await placeTestOrder(quote, harness, cashOrder())).toMatchObject({
      code: 'out-of-stock',
      message: 'Some products are out of stock. Please update your cart and try again.',
      changes: [{ sku: 'B4', problem: 'stock', available: 1 }],
    })
    expect([await stockOf('TL-2001'), await stockOf('MK-1')]).toEqual([40, 1])
    expect(await ordersOf(quote)).toEqual([])
  })

  test('[H2] of two parallel orders one gets the last kit, and no tires stay reserved for the other', async () => {
    const other = `c${count.toString(16).padStart(31, '0')}`
    await putIn(quote, harness, { sku: 'B4', option: usual })
    await putIn(other, harness, { sku: 'B4', option: usual })
    await env.DB.prepare("UPDATE stock SET qty = 1 WHERE stock_sku = 'MK-1'").run()
    const { fetch } = globalThis
    const outcomes = await Promise.all([quote, other].map((id) => placeTestOrder(id, harness, cashOrder())))
    globalThis.fetch = fetch
    expect(outcomes.map((outcome) => outcome !== 'died' && outcome.ok).sort()).toEqual([false, true])
    expect(outcomes).toContainEqual(expect.objectContaining({ code: 'out-of-stock' }))
    expect([await stockOf('TL-2001'), await stockOf('MK-1')]).toEqual([36, 0])
  })

  test('[H2] a declined card restocks every part', async () => {
    await putIn(quote, harness, { sku: 'B4', option: usual })
    expect(
      await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_declined' })),
    ).toMatchObject({
      code: 'payment-declined',
    })
    expect([await stockOf('TL-2001'), await stockOf('MK-1')]).toEqual([40, 10])
    expect((await cartOf(quote, harness))?.lines).toHaveLength(1)
  })

  test('[E6] a part with a higher price is reported, not charged', async () => {
    await putIn(quote, harness, { sku: 'B4', option: usual })
    await env.DB.prepare("UPDATE product SET price = 2900 WHERE sku = 'MK-1'").run()
    expect(await placeTestOrder(quote, harness, cashOrder())).toMatchObject({
      code: 'price-changed',
      changes: [{ sku: 'B4', problem: 'price', before: 52_800, now: 53_300 }],
    })
    expect(await ordersOf(quote)).toEqual([])
    expect(await placeTestOrder(quote, harness, cashOrder())).toMatchObject({
      ok: true,
      totals: { subtotal: 53_300 },
    })
  })

  test('[E6] a part that is no longer sold removes its bundle from the cart, reported first', async () => {
    await putIn(quote, harness, { sku: 'B4', option: usual })
    await fillMore()
    await env.DB.prepare("UPDATE product SET status = 2 WHERE sku = 'MK-1'").run()
    expect(await placeTestOrder(quote, harness, cashOrder())).toMatchObject({
      code: 'price-changed',
      changes: [{ sku: 'B4', problem: 'gone', now: null }],
    })
    expect((await cartOf(quote, harness))?.lines.map(({ sku }) => sku)).toEqual(['SB-1'])
  })
})

function fillMore(): Promise<void> {
  return putIn(quote, harness, { sku: 'SB-1', option: white })
}

test('[D4] the products of an order name a bundle by its choices: the same choices keep the line, other choices create a new one', async () => {
  await putIn(quote, harness, { sku: 'B4', option: usual })
  await fillMore()
  const winter = bundleOf([B4.tires, B4.links.winter], [B4.kit, B4.links.kit])
  const lines = [
    { itemId: null, sku: 'B4', qty: 2, option: usual },
    { itemId: null, sku: 'B4', qty: 1, option: winter },
  ]
  expect(await placeTestOrder(quote, harness, cashOrder({ lines }))).toMatchObject({ ok: true })
  const order = await readActiveOrder(env.DB, quote)
  expect(order?.lines.map(({ itemId, sku, qty, unitPrice }) => [itemId, sku, qty, unitPrice])).toEqual([
    [1, 'B4', 2, 52_800],
    [3, 'B4', 1, 40_800],
  ])
})

test('[D4] a client can name a bundle by its line, without its choices', async () => {
  await putIn(quote, harness, { sku: 'B4', option: usual })
  await fillMore()
  const lines = [
    { itemId: 1, sku: 'B4', qty: 3, option: null },
    { itemId: 2, sku: 'SB-1', qty: 1, option: null },
  ]
  expect(await placeTestOrder(quote, harness, cashOrder({ lines }))).toMatchObject({ ok: true })
  expect((await readActiveOrder(env.DB, quote))?.lines).toMatchObject([
    { sku: 'B4', qty: 3, option: usual },
    { sku: 'SB-1', qty: 1, option: white },
  ])
})

test('[D4] a line that is no longer in the cart and cannot be bought by its sku alone is reported', async () => {
  await fillMore()
  const lines = [{ itemId: 9, sku: 'B4', qty: 1, option: null }]
  expect(await placeTestOrder(quote, harness, cashOrder({ lines }))).toMatchObject({ code: 'out-of-stock' })
  expect((await cartOf(quote, harness))?.lines.map(({ sku }) => sku)).toEqual(['SB-1'])
})

test('[D2] [H2] an order that was stored before lines had parts is still placed and still released', async () => {
  const old = {
    itemId: 1,
    sku: 'TL-2001-4',
    parentSku: 'TL-2001',
    type: 'configurable',
    name: 'Halden Velo Sport',
    qty: 1,
    setqty: 4,
    unitPrice: 50_400,
    stockSku: 'TL-2001',
    productId: 1,
    option: null,
  }
  await fillCart(quote, harness, { 'TL-2001-4': 1 })
  // The bank authenticates the shopper; the journal's row then gets the format of an earlier release.
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds_fails' }))
  expect(await stockOf('TL-2001')).toBe(36)
  await inCart(quote, harness, ({ storage }) => {
    storage.sql.exec(
      "UPDATE journal_attempt SET state = json_set(state, '$.draft.lines', json(?))",
      JSON.stringify([old]),
    )
  })
  for (const id of harness.stripe.intents.keys()) harness.stripe.answerBank(id)
  await placeTestOrder(quote, harness, cardOrder({ confirmationToken: 'ctoken_3ds_fails' }))
  expect((await ordersOf(quote)).map(({ status }) => status)).toEqual(['canceled'])
  expect(await stockOf('TL-2001')).toBe(40)
})
