import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { productCategory } from '../../../schema/catalog/landing/category.table.ts'
import { app } from '../../app.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { readHtml } from '../../platform/testing/page-answer.harness.ts'
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

// First, while this isolate has not read the categories.
test('[G10] what cannot be read is logged with its message, and is a page that says so', async () => {
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

test('[A4] a category lists what its filter finds, says what it is and what is below it', async () => {
  const page = await html('/c/used-tires')
  expect(page).toContain('Used tires</h1>')
  expect(page).toContain('5 tires.')
  expect(page).toContain('Each inspected twice.')
  expect(page).toContain('href="/c/used-summer"')
  expect(page).toContain('<link rel="canonical" href="https://shop.example/c/used-tires"')
})

test('[A4] a category below another narrows it further, and the way up is in the breadcrumbs', async () => {
  const page = await html('/c/used-summer')
  expect(page).toContain('2 tires.')
  expect(page).toContain('<a href="/c/used-tires">Used tires</a>')
})

test('[A4] what was put there by hand is listed', async () => {
  const page = await html('/c/plans')
  expect(page).toContain('Road hazard plan')
  // It is no tire, so it has no price by the tire.
  expect(page).toContain('1 product.</p>')
})

test('[C8] a card adds what needs no answer, and leads to the page of what does', async () => {
  const answered = await env.DB.prepare("select id from product where sku = 'RH-1'").first<{ id: number }>()
  expect(await html('/c/plans')).toContain('name="sku" value="RH-1"')
  await env.DB.prepare(
    `insert into custom_option (option_id, product_id, title, type, is_require, option_values, position)
     values (900, ?, 'Plate', 'field', 1, '[]', 1)`,
  )
    .bind(answered?.id ?? 0)
    .run()
  await env.DB.prepare("insert or replace into config (path, value) values ('catalog/version', 'asks')").run()
  await vi.waitFor(async () => {
    const page = await html('/c/plans')
    expect(page).not.toContain('name="sku" value="RH-1"')
    expect(page).toMatch(/<a[^>]*href="\/p\/RH-1[^>]*>Choose<span[^>]*> its options/)
  }, 12_000)
})

test('[C3] filters, sorts and pages of a category stay in it', async () => {
  const page = await html('/c/used-tires?brand=halden&sort=final_price:asc')
  expect(page).toContain('2 tires.')
  expect(page).toContain('action="/c/used-tires"')
  const odd = await get('/c/used-tires?color=red')
  expect([odd.status, odd.headers.get('Location')]).toEqual([302, '/c/used-tires'])
})

test('[A4] [G10] the root, what is above it, what is closed and what is unknown are not found, and the log says so', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  for (const path of ['/c/shop', '/c/above', '/c/closed', '/c/nobody']) {
    expect((await get(path)).status, path).toBe(404)
  }
  expect(log).toHaveBeenCalledWith('Category query returned empty result for key and value url_key nobody')
  log.mockRestore()
})
