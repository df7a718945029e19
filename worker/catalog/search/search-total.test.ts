/** A search with very many results has a correct total (C9). */

import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import type { AppEnv } from '../../env.ts'
import { pageLayout } from '../../layout/document.tsx'
import { PageNotes } from '../../platform/cache/page-notes.ts'
import { copyProduct } from '../../platform/testing/copies.fixture.ts'
import { loadFixture } from '../index/testing/catalog.fixture.ts'
import { searchPages } from './search.page.tsx'

const COPIES = 10_101

const app = new Hono<AppEnv>()

app.use(pageLayout())
app.use(async (c, next) => {
  const parsed = parseConfig({ ...env, SITE_URL: 'https://shop.test' })
  c.set('pageCache', new PageNotes())
  if (parsed.ok) c.set('config', parsed.config)
  await next()
})
app.route('/', searchPages)

const get = (path: string) =>
  app.request(`https://shop.test${path}`, {}, { ...env, ASSETS: undefined }, createExecutionContext())

test('[audit D11] [C9] the total of a search counts all results, and the last page exists', async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await copyProduct(env.DB, 'TL-1001', COPIES, { name: "'Copy Orville'" })
  const response = await get('/search?q=orville')
  expect(response.status).toBe(200)
  const page = (await response.text()).replaceAll('<!-- -->', '')
  expect(page).toContain('10,101 tires')
  expect(page).toContain('/search?q=orville&amp;page=203"')
  const past = await get('/search?q=orville&page=999')
  expect(past.headers.get('Location')).toBe('/search?q=orville&page=203')
})
