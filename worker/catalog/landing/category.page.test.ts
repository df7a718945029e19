import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { productCategory } from '../../../schema/catalog/landing/category.table.ts'
import { app } from '../../app.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { readHtml } from '../../platform/testing/page-response.harness.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { loadLandings } from '../index/testing/landings.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
  const plan = await env.DB.prepare("select id from product where sku = 'RH-1'").first<{ id: number }>()
  await connect(env.DB)
    .insert(productCategory)
    .values({ categoryId: 40, productId: plan?.id ?? 0, position: 0 })
})

const get = async (path: string): Promise<Response> =>
  app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
const html = (path: string) => readHtml(get(path))

// Must be the first test: this isolate has not read the categories yet.
test('[G10] a failed read of the categories is logged with its message and shows an error page', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue()
  const DB = new Proxy(env.DB, {
    get(db, name) {
      if (name !== 'prepare') return Reflect.get(db, name).bind(db)
      return (sql: string) => {
        if (/from "?category"?/i.test(sql)) throw new Error('away')
        return db.prepare(sql)
      }
    },
  })
  const url = 'https://shop.example/c/used-tires'
  const response = await app.request(url, {}, { ...env, DB }, createExecutionContext())
  expect(response.status).toBe(500)
  expect(await response.text()).toContain('Internal Server Error 500')
  expect(log.mock.calls[0]).toEqual([
    'Problem with setting Category initial data!',
    expect.stringContaining('away'),
  ])
  log.mockRestore()
})

test('[A4] a category lists the matches of its filter and shows its description and the categories below', async () => {
  const page = await html('/c/used-tires')
  expect(page).toContain('Used tires</h1>')
  expect(page).toContain('5 tires.')
  expect(page).toContain('Each inspected twice.')
  expect(page).toContain('href="/c/used-summer"')
  expect(page).toContain('<link rel="canonical" href="https://shop.example/c/used-tires"')
})

test('[A4] a subcategory narrows its parent further, and the breadcrumbs link to the parent', async () => {
  const page = await html('/c/used-summer')
  expect(page).toContain('2 tires.')
  expect(page).toContain('<a href="/c/used-tires">Used tires</a>')
})

test('[A4] a category lists the products that merchants added by hand', async () => {
  const page = await html('/c/plans')
  expect(page).toContain('Road hazard plan')
  // The plan is not a tire, so the heading has no price per tire.
  expect(page).toContain('1 product.</p>')
})

test('[C8] a card adds a product without options and links to the page of one with required options', async () => {
  const plan = await env.DB.prepare("select id from product where sku = 'RH-1'").first<{ id: number }>()
  expect(await html('/c/plans')).toContain('name="sku" value="RH-1"')
  await env.DB.prepare(
    `insert into custom_option (option_id, product_id, title, type, is_require, option_values, position)
     values (900, ?, 'Plate', 'field', 1, '[]', 1)`,
  )
    .bind(plan?.id ?? 0)
    .run()
  await env.DB.prepare("insert or replace into config (path, value) values ('catalog/version', 'asks')").run()
  await vi.waitFor(async () => {
    const page = await html('/c/plans')
    expect(page).not.toContain('name="sku" value="RH-1"')
    expect(page).toMatch(/<a[^>]*href="\/p\/RH-1[^>]*>Choose<span[^>]*> its options/)
  }, 12_000)
})

test('[C3] filters, sort orders and pages of a category stay within the category', async () => {
  const page = await html('/c/used-tires?brand=halden&sort=final_price:asc')
  expect(page).toContain('2 tires.')
  expect(page).toContain('action="/c/used-tires"')
  const odd = await get('/c/used-tires?color=red')
  expect([odd.status, odd.headers.get('Location')]).toEqual([302, '/c/used-tires'])
})

test('[A4] [G10] root, higher, inactive and unknown categories are not found, and the failure is logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  for (const path of ['/c/shop', '/c/above', '/c/closed', '/c/nobody']) {
    expect((await get(path)).status, path).toBe(404)
  }
  expect(log).toHaveBeenCalledWith('Category query returned empty result for key and value url_key nobody')
  log.mockRestore()
})
