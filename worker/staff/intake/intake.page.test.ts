import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'
import { signInStaff } from './testing/intake.harness.ts'

const PATH = '/staff/intake/'

beforeAll(async () => {
  await openShop()
  await env.DB.batch([
    env.DB.prepare("INSERT INTO bin (code, walk) VALUES ('B-14', 2), ('A-12-3', 1)"),
    env.DB.prepare(
      "INSERT INTO lot (source, kind, paid, count, created_at) VALUES ('Miller Auto', 'whole', 40000, 20, 1795305600000)",
    ),
  ])
})

/** Returns what the page gives to its script. */
async function propsOf(browser: Browser): Promise<Record<string, unknown>> {
  const html = await (await browser.fetch(PATH)).text()
  const text = /data-props="([^"]*)"/.exec(html)?.[1] ?? '{}'
  return JSON.parse(text.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}

test('[H14] the intake page knows bins in the order of the yard, lots with their day, and who works', async () => {
  const yard = await propsOf(await signInStaff('yard', 'Casey'))
  expect(yard).toMatchObject({
    role: 'yard',
    bins: ['A-12-3', 'B-14'],
    lots: [{ id: 1, label: 'Miller Auto, Sat, Nov 21' }],
    settings: { photos: true },
    newLotHref: null,
  })
  const manager = await propsOf(await signInStaff('manager', 'Mara'))
  expect(manager.newLotHref).toBe('/staff/intake/lots/')
})

test('[H14] only the intake page may use the camera and show its own pictures', async () => {
  const response = await (await signInStaff('yard', 'Casey')).fetch(PATH)
  expect(response.headers.get('Permissions-Policy')).toContain('camera=(self)')
  expect(response.headers.get('Permissions-Policy')).toContain('screen-wake-lock=(self)')
  expect(response.headers.get('Content-Security-Policy')).toContain("img-src 'self' data: blob:")
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  const shop = await new Browser().fetch('/')
  expect(shop.headers.get('Permissions-Policy')).toContain('camera=()')
  expect(shop.headers.get('Content-Security-Policy')).not.toContain('blob:')
})

test('[H14] strangers find nothing, and staff without the permission get 403', async () => {
  expect((await new Browser().fetch(PATH)).status).toBe(404)
  const books = await (await signInStaff('books', 'Bea')).fetch(PATH)
  expect(books.status).toBe(403)
  expect(await books.text()).toContain('You can’t do this')
})

test('[H14] without script the page says what it needs', async () => {
  const html = await (await (await signInStaff('yard', 'Casey')).fetch(PATH)).text()
  expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/)
})
