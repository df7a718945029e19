import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../../app.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'

async function read(path: string): Promise<string> {
  const response = await app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
  expect(response.status, path).toBe(200)
  return response.text()
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await env.DB.prepare(`update product set extra = '{"utqg":"500 A A"}' where sku = 'TL-1001'`).run()
})

test('[C1] an extra attribute is on the product page, in the comparison and in API documents', async () => {
  expect(await read('/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001')).toMatch(
    /<dt>UTQG<\/dt><dd><details[^>]*><summary>500 A A<\/summary><p[^>]*>Treadwear 500: /,
  )
  const comparison = await read('/compare/?sku=TL-1001&sku=TL-2001')
  expect(comparison).toContain('UTQG')
  expect(comparison).toContain('500 A A')
  expect(comparison).not.toContain('Mileage warranty')
  const document = JSON.parse(await read('/api/product/list?skus=TL-1001&sku=TL-1001')) as {
    result: { items?: { utqg?: string }[] }
  }
  expect(JSON.stringify(document)).toContain('"utqg":"500 A A"')
})
