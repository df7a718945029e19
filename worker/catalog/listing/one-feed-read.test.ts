import { applyD1Migrations, createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test, vi } from 'vitest'
import { app } from '../../app.ts'
import { getChangeFeed } from '../../platform/cache/change-feed.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'

vi.mock('../../platform/cache/change-feed.ts', { spy: true })

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
})

test('[H1] a listing that is made asks the change feed once, for its cache key, its counts and its cards alike', async () => {
  vi.mocked(getChangeFeed).mockClear()
  const context = createExecutionContext()
  const response = await app.request('https://shop.example/t/c/used', {}, env, context)
  expect(await response.text()).toContain('TL-')
  expect(response.headers.get('X-Page-Cache')).toBe('made')
  await waitOnExecutionContext(context)
  expect(getChangeFeed).toHaveBeenCalledTimes(1)
})
