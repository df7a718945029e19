import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { findByNumber } from './find-by-number.sql.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  const give = env.DB.prepare('update product set part_number = ? where sku = ?')
  await env.DB.batch([
    give.bind('HAL-05123', 'TL-2001'),
    give.bind('NOR00777', 'TL-2002'),
    give.bind('NOR00777', 'TL-3001'),
  ])
})

test('[C9] a sku or part number finds its product in any spelling', async () => {
  for (const number of ['tl-1002', 'TL-1002', 'tl1002'])
    expect(await findByNumber(env.DB, number)).toBe('TL-1002')
  for (const number of ['HAL-05123', 'hal05123', 'hal 05123'])
    expect(await findByNumber(env.DB, number)).toBe('TL-2001')
  expect(await findByNumber(env.DB, 'TL-1002-4')).toBe('TL-1002-4')
})

test('[C9] a shared part number, a number of a disabled product and plain words find no product', async () => {
  for (const number of ['NOR00777', 'TL-1005', 'hal0512', 'halden', '', '"', '12', 'x'.repeat(500)]) {
    expect(await findByNumber(env.DB, number), number).toBeNull()
  }
})
