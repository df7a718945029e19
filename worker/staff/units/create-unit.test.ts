import { createExecutionContext, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { Product } from '../../../schema/catalog/product/product.ts'
import { openShop, SITE } from '../../account/testing/account.harness.ts'
import { app } from '../../app.ts'
import { findOffersBySku } from '../../catalog/product/product.sql.ts'
import { actor, readYard } from '../changes/testing/yard.harness.ts'
import type { NewUnit } from './create-unit.sql.ts'
import { createUnit } from './create-unit.ts'

const NOW = Date.UTC(2026, 10, 26, 18)
const casey = actor(11, 'yard')

beforeEach(async () => {
  await reset()
  await openShop()
})

async function newUnit(more: Partial<NewUnit> = {}, changes: Partial<Product> = {}): Promise<NewUnit> {
  const [offer] = await findOffersBySku(env.DB, ['TL-1001'])
  if (!offer?.product.tire) throw new Error('the fixture has no TL-1001')
  const tire = {
    ...offer.product.tire,
    brand: 'Newbrand',
    model: 'First',
    size: '195/60R15',
    section: 195,
    aspect: 60,
    rim: 15,
  }
  const product = {
    ...offer.product,
    id: 0,
    sku: 'TL-9001',
    stockSku: 'TL-9001',
    slug: 'newbrand-first',
    tire,
    ...changes,
  }
  const unit = { state: 'live' as const, takenBy: 11, takenAt: NOW, suggested: 6900 }
  return {
    product,
    unit,
    tires: 1,
    photos: [{ image: 'photos/2026/TL-9001-tread-1.jpg', label: 'Tread' }],
    key: 'unit-1',
    ...more,
  }
}
const get = async (path: string) => app.request(`${SITE}${path}`, {}, env, createExecutionContext())

test('[H14b] a new unit has a page, is in the list of its new size, brand and model, and can be bought', async () => {
  expect(await createUnit(env.DB, casey, await newUnit(), NOW)).toMatchObject({ ok: true })
  const page = await get('/p/TL-9001/newbrand-first')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('photos/2026/TL-9001-tread-1.jpg')
  for (const path of ['/t/s/195-60r15', '/t/b/newbrand', '/t/b/newbrand/first', '/t/r/15']) {
    const list = await get(path)
    expect(list.status, path).toBe(200)
    expect(await list.text(), path).toContain('TL-9001')
  }
  const [offer] = await findOffersBySku(env.DB, ['TL-9001'])
  expect(offer?.stock).toEqual({ qty: 1, manage: true })
})

test('[H14b] a unit that waits for its second inspection is not for sale, and its tires are counted', async () => {
  const waiting = await newUnit({ unit: { state: 'waiting', takenBy: 11, takenAt: NOW } })
  await createUnit(env.DB, casey, waiting, NOW)
  const [offer] = await findOffersBySku(env.DB, ['TL-9001'])
  expect(offer?.stock.qty).toBe(0)
  const unit = await env.DB.prepare(
    'SELECT state, off_sale FROM unit ORDER BY product_id DESC LIMIT 1',
  ).first()
  expect(unit).toEqual({ state: 'waiting', off_sale: 1 })
})

test('[H14b] a repeated request adds one unit, also at the same moment', async () => {
  const unit = await newUnit()
  const results = await Promise.all([
    createUnit(env.DB, casey, unit, NOW),
    createUnit(env.DB, casey, unit, NOW),
  ])
  expect(results[0]).toEqual(results[1])
  expect(await createUnit(env.DB, casey, unit, NOW + 1)).toEqual(results[0])
  const count = await env.DB.prepare('SELECT count(*) AS n FROM audit_log').first('n')
  expect(count).toBe(1)
})

test('[H14b] two units never get one number, and a refused one changes nothing', async () => {
  await createUnit(env.DB, casey, await newUnit(), NOW)
  const before = await readYard(env.DB, { withVersions: true })
  const other = await newUnit({ key: 'unit-2' }, { name: 'Other' })
  expect(await createUnit(env.DB, casey, other, NOW)).toEqual({ ok: false, problem: 'taken-sku' })
  const reused = await newUnit({}, { sku: 'TL-9002', stockSku: 'TL-9002' })
  expect(await createUnit(env.DB, casey, reused, NOW)).toEqual({ ok: false, problem: 'repeated-key' })
  expect(await readYard(env.DB, { withVersions: true })).toEqual(before)
})
