import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { browser } from '../testing/cart-form.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

const stock = (sku: string, qty: number) =>
  env.DB.prepare('update stock set qty = ? where stock_sku = ?').bind(qty, sku).run()

test('[H13f] a sold line names the nearest tire in stock, and one press replaces it', async () => {
  const shopper = browser()
  await shopper.ask({ action: 'add', sku: 'TL-1001' })
  expect((await shopper.cart()).lines[0]?.instead).toBeNull()
  await stock('TL-1001', 0)
  const sold = (await shopper.cart()).lines[0]
  // A used tire of this size is nearer than a new one or one that was driven once.
  expect(sold?.instead).toMatchObject({ sku: 'TL-1002-1', title: 'Halden Velo Sport', rowTotal: 5_800 })
  expect(sold?.instead?.detail).toMatch(/^225\/45R17 94W\. Used, summer(, DOT \d{4})?, 6\/32 in$/)
  const replaced = await shopper.ask({
    action: 'replace',
    item_id: String(sold?.itemId),
    sku: 'TL-1002-1',
    qty: '1',
  })
  expect(replaced).toMatchObject({ code: 200, result: { notice: { code: 'replaced' } } })
  expect((await shopper.cart()).lines).toMatchObject([
    { sku: 'TL-1002-1', qty: 1, rowTotal: 5_800, problem: null },
  ])
})

test('[H13f] the nearest tire is not one that the cart has already', async () => {
  const shopper = browser()
  await stock('TL-1001', 1)
  await shopper.ask({ action: 'add', sku: 'TL-1001' })
  await shopper.ask({ action: 'add', sku: 'TL-1002-1' })
  await stock('TL-1001', 0)
  const { lines } = await shopper.cart()
  expect(lines[1]).toMatchObject({ sku: 'TL-1002-1', problem: null })
  expect(lines[0]?.instead).toMatchObject({ sku: expect.not.stringMatching(/^TL-1002/) })
})

test('[H13f] without enough of the same size and season nothing is offered', async () => {
  const shopper = browser()
  await shopper.ask({ action: 'add', sku: 'TL-2002-4', qty: '3' })
  await stock('TL-2002', 0)
  expect((await shopper.cart()).lines[0]).toMatchObject({ instead: null, problem: expect.any(String) })
})

test('[H13f] a tire that is in the cart already does not replace another line', async () => {
  const shopper = browser()
  await stock('TL-4001', 4)
  await shopper.ask({ action: 'add', sku: 'TL-4001-1' })
  await shopper.ask({ action: 'add', sku: 'TL-2001-1' })
  const line = (await shopper.cart()).lines[1]
  const refused = await shopper.ask({
    action: 'replace',
    item_id: String(line?.itemId),
    sku: 'TL-4001-1',
    qty: '1',
  })
  expect(refused).toMatchObject({ code: 409 })
  expect((await shopper.cart()).lines).toHaveLength(2)
})
