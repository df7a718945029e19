import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop, SITE } from '../../account/testing/account.harness.ts'
import { openStaffSession } from '../../identity/staff/testing/staff.harness.ts'

beforeAll(openShop)

const staffBrowser = async (role: 'yard' | 'books' | 'owner') => {
  const browser = new Browser()
  browser.cookies.set('__Host-staff', (await openStaffSession(env.DB, role)).secret)
  return browser
}
const open = async (browser: Browser, path: string) => {
  const { status, headers } = await browser.fetch(path)
  const target = headers.get('Location')
  return { status, target: target && new URL(target, SITE).pathname, cache: headers.get('Cache-Control') }
}

test('[H14g] the link of a label leads a visitor to the tire in the shop, and staff to the unit', async () => {
  const [visitor, yard] = [new Browser(), await staffBrowser('yard')]
  for (const path of ['/U/TL1001', '/u/tl1001', '/u/TL-1001', '/U/tl-1001']) {
    expect(await open(visitor, path)).toMatchObject({
      status: 302,
      target: '/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001',
      cache: 'private, no-store',
    })
    expect(await open(yard, path)).toMatchObject({
      status: 302,
      target: '/staff/units/TL-1001',
      cache: 'private, no-store',
    })
  }
  expect((await visitor.fetch('/p/TL-1001/halden-velo-sport-225-45r17-94w-tl-1001')).status).toBe(200)
})

test('[H14g] the number of a variant leads to its page in the shop, and to the unit that it is a part of', async () => {
  expect((await open(await staffBrowser('owner'), '/u/TL-1002-2')).target).toBe('/staff/units/TL-1002')
  const { target } = await open(new Browser(), '/u/tl-1002-2')
  expect(target).toMatch(/^\/p\/TL-1002\/.*\/TL-1002-2$/)
})

test('[H14g] a label of an unknown unit leads to the page for unknown addresses, which is not cached', async () => {
  expect(await open(new Browser(), '/U/TL9999999')).toMatchObject({ status: 404, cache: 'private, no-store' })
  expect(await open(await staffBrowser('yard'), '/U/%20')).toMatchObject({ status: 404 })
})

test('[H14g] the link of a bin leads staff to the bin, and everybody else to the shop', async () => {
  expect((await open(await staffBrowser('yard'), '/B/A-12-3')).target).toBe('/staff/bins/A-12-3')
  expect((await open(new Browser(), '/b/a-12-3')).target).toBe('/')
})
