import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[B1] the large picture of the home page is loaded first, on a phone in its smaller size', async () => {
  const page = await (await app.request('https://shop.example/', {}, env, createExecutionContext())).text()
  const [picture = ''] = /<picture>.*?<\/picture>/.exec(page) ?? []
  expect(picture).toMatch(/<source media="\(max-width: 420px\)" srcSet="\/pictures\/[^"]*-350-/)
  expect(picture).toMatch(/<img src="\/pictures\/[^"]*-1000-[^>]*fetchPriority="high"/)
  expect(page.match(/fetchPriority="high"/g)).toHaveLength(1)
})
