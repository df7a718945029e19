import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../../catalog/index/testing/landings.fixture.ts'
import { readHtml } from '../../platform/testing/page-response.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
})

const get = async (path: string): Promise<Response> =>
  app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
const html = (path: string) => readHtml(get(path))
const quotes = (page: string) => page.match(/<blockquote>/g)?.length ?? 0
const rows = (page: string) => [...page.matchAll(/<h3 class="t-22">([^<]+)/g)].map(([, title]) => title)

test('[C12] five 5-star reviews are shown first, on request 25, with the numbers of 5-star and all reviews', async () => {
  const page = await html('/reviews/')
  expect(page).toContain('5-star reviews, 29 of 31</h2>')
  expect(quotes(page)).toBe(5)
  // Newest first: the review of a tire is newer than those of the shop, two of which await moderation.
  expect(page).toMatch(/<blockquote>Text 33\.<\/blockquote>.*<blockquote>Text 28\./s)
  expect(page).not.toContain('Text 30.')
  expect(page).toContain('href="/reviews/?top=25"')
  expect(quotes(await html('/reviews/?top=25'))).toBe(25)
  expect(quotes(await html('/reviews/?top=9999'))).toBe(5)
})

test('[B8] all approved reviews are listed, of the shop and of products, good and bad, 25 on a page', async () => {
  const first = await html('/reviews/')
  expect(rows(first)).toHaveLength(25)
  expect(rows(first).slice(0, 3)).toEqual(['Title 33', 'Title 32', 'Title 31'])
  expect(first).toContain('1 of 5 stars.')
  expect(first).toContain('href="/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001"')
  expect(rows(await html('/reviews/?page=2'))).toHaveLength(6)
  expect((await get('/reviews/?page=3')).headers.get('Location')).toBe('/reviews/?page=2')
})

test('[B8] reviews are filtered by subject and by stars', async () => {
  const tires = await html('/reviews/?of=tires')
  expect(rows(tires)).toEqual(['Title 33', 'Title 32', 'Title 31'])
  expect(tires).toContain('aria-label="3.3 of 5 stars, 3 reviews"')
  const worst = await html('/reviews/?of=tires&stars=1')
  expect(rows(worst)).toEqual(['Title 31'])
  expect(worst).toContain('content="noindex"')
  const none = await html('/reviews/?of=shop&stars=2')
  expect(none).toContain('No review with 2 stars')
  expect(none).toContain('href="/reviews/?of=shop#all"')
})
