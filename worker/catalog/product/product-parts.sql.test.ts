import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { EMPTY_PARTS } from '../../../schema/catalog/product/product-parts.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { loadParts } from '../index/testing/parts.fixture.ts'
import { findOfferWithParts } from './product-parts.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadParts(env.DB)
})

async function partsOf(sku: string) {
  const found = await findOfferWithParts(env.DB, sku)
  if (!found) throw new Error(`the fixture has ${sku}`)
  return found.parts
}

test('[C8] a bundle has its options in order, each link with the price and pool of its product', async () => {
  const { bundle } = await partsOf('B4')
  expect(bundle.map(({ title, required }) => [title, required])).toEqual([
    ['Tires, set of four', true],
    ['Mounting kit', true],
    ['Road hazard plan', false],
  ])
  expect(bundle[0]?.links.map(({ sku, isDefault, offer }) => [sku, isDefault, offer.product.price])).toEqual([
    ['TL-2001-4', true, 50_400],
    ['TL-2002-4', false, 38_400],
  ])
  // A variant is sold from the pool of its parent.
  expect(bundle[0]?.links[0]?.offer).toMatchObject({
    product: { stockSku: 'TL-2001', setqty: 4 },
    stock: { qty: 40, manage: true },
  })
  expect(bundle[1]?.links[1]).toMatchObject({ sku: 'MK-2', qty: 2 })
})

test('[C8] a group has its members, a custom option its priced values, a download its title', async () => {
  expect((await partsOf('G2')).associated.map(({ sku, qty }) => [sku, qty])).toEqual([
    ['TL-2001-2', 1],
    ['TL-2002-2', 1],
  ])
  expect((await partsOf('SB-1')).customOptions).toMatchObject([
    {
      title: 'Color',
      kind: 'drop_down',
      required: true,
      values: [{ price: 0 }, { title: 'White', price: 200 }],
    },
    { title: 'Name on the tags', kind: 'field', required: false, values: [] },
  ])
  expect((await partsOf('CG-1')).links).toEqual([
    { id: 1, title: 'Tire care guide (PDF)' },
    { id: 2, title: 'Checklist' },
  ])
})

test('[C8] a tire has no parts, and a link to a deleted product is left out', async () => {
  expect(await partsOf('TL-1001')).toEqual(EMPTY_PARTS)
  await env.DB.prepare("UPDATE bundle_link SET sku = 'GONE' WHERE sku = 'TL-2002-4'").run()
  expect((await partsOf('B4')).bundle[0]?.links.map(({ sku }) => sku)).toEqual(['TL-2001-4'])
})
