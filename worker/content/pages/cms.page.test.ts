import { applyD1Migrations, createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { cmsPage } from '../../../schema/content/pages/cms.table.ts'
import { CMS_PATHS, paths } from '../../../schema/paths.ts'
import { app } from '../../app.ts'
import { loadFixture } from '../../catalog/index/testing/catalog.fixture.ts'
import { loadLandings } from '../../catalog/index/testing/landings.fixture.ts'
import { connect } from '../../platform/drizzle.sql.ts'
import { readHtml } from '../../platform/testing/page-response.harness.ts'

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  await loadFixture(env.DB)
  await loadLandings(env.DB)
  const pages = [...CMS_PATHS.keys()].map((identifier, index) => ({
    id: 100 + index,
    identifier,
    title: `Text ${identifier}`,
    metaDescription: identifier,
    content: 'Words.',
    isActive: true,
    updatedAt: Date.UTC(2026, 8, 1, 17),
  }))
  await connect(env.DB).insert(cmsPage).values(pages).onConflictDoNothing()
})

const get = async (path: string): Promise<Response> =>
  app.request(`https://shop.example${path}`, {}, env, createExecutionContext())
const html = (path: string) => readHtml(get(path))

describe('[A1] fixed routes show their page, and redirect to it with or without the final slash', () => {
  const content = [
    paths.home,
    paths.sizes,
    paths.reviews,
    paths.contacts,
    paths.store,
    paths.error,
    ...CMS_PATHS.values(),
  ]
  test.each(content)('%s', async (path) => {
    const page = await html(path)
    expect(page).toMatch(/<h1/)
    if (path === '/') return
    const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    const response = await get(other)
    expect([response.status, response.headers.get('Location')]).toEqual([301, path])
  })
})

test('[A1] both stores have a page with address, opening hours and map link, at the configured path', async () => {
  const page = await html('/2720-west-grand-60612/')
  expect(page).toContain('West Grand</h1>')
  expect(page).toContain('2720 West Grand Avenue')
  expect(page).toMatch(/<li>Mon to Fri <span[^>]*>8 a\.m\. to 6 p\.m\.<\/span><\/li>/)
  expect(page).toContain('href="https://www.openstreetmap.org/?mlat=41.8912&amp;mlon=-87.6955')
  expect(page).toContain('href="tel:+13125550142"')
  expect(page).toContain('href="/4400-south-kedzie-60632"')
  expect(await html('/4400-south-kedzie-60632')).toContain('South Kedzie</h1>')
  expect((await get('/no-such-store')).status).toBe(404)
})

test('[G4] a text includes its blocks and shows its chapter', async () => {
  const page = await html('/return-policy/')
  expect(page).toContain('Within 90 days.')
  // A block that includes itself is included once.
  expect(page.match(/Ask us\./g)).toHaveLength(1)
  expect(page).not.toContain('{{')
  expect(page).toMatch(/Buying<\/h2>.*href="\/delivery-information\/".*aria-current="page"[^>]*>Returns</s)
  expect(page).toMatch(/<span>Buying<\/span>/)
})

test('[G4] a text has one URL; HTML in it is shown as text', async () => {
  const page = await html('/i/read-a-tire')
  expect(page).toContain('<strong>225</strong>')
  expect(page).not.toContain('<script>alert')
  const moved = await get('/i/return-policy')
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/return-policy/'])
})

test('[G10] an unknown text is not found and logged', async () => {
  const log = vi.spyOn(console, 'warn').mockReturnValue()
  expect((await get('/i/nobody')).status).toBe(404)
  expect(log).toHaveBeenCalledWith('CMS query returned empty result', 'nobody')
  log.mockRestore()
})
