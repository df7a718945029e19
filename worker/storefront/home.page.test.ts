import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../app.ts'
import { loadFixture } from '../catalog/index/testing/catalog.fixture.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[B1] the home page preloads its large picture once', async () => {
  const page = await (await app.request('https://shop.example/', {}, env, createExecutionContext())).text()
  const [head = ''] = page.split('</head>')
  expect(head.match(/<link[^>]*as="image"[^>]*>/g)).toEqual([expect.stringContaining('fetchPriority="high"')])
})
