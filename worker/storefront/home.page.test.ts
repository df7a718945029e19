import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[B1] the home page loads one picture first, its large one', async () => {
  const page = await (await app.request('https://shop.example/', {}, env, createExecutionContext())).text()
  expect(page.match(/<img[^>]*fetchPriority="high"[^>]*>/g)).toEqual([
    expect.stringContaining('width="1000"'),
  ])
})
