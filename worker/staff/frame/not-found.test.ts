import { beforeAll, expect, test } from 'vitest'
import { Browser, openShop } from '../../account/testing/account.harness.ts'

beforeAll(openShop)

test('[H14] an unknown address of the back office is a page of it with the way to the start, and the shop’s page for visitors', async () => {
  const staff = new Browser()
  await staff.signInAsStaff('yard')
  for (const path of ['/staff/no-such-page', '/staff/units/TL-9999999']) {
    const response = await staff.fetch(path)
    const html = await response.text()
    expect([path, response.status, response.headers.get('Cache-Control')]).toEqual([
      path,
      404,
      'private, no-store',
    ])
    expect(html).toContain('404 Page Not Found | Treadline staff')
    expect(html).toMatch(/<a[^>]* href="\/staff\/"[^>]*>Go to the start page/)
  }
  for (const [browser, path] of [
    [new Browser(), '/staff/no-such-page'],
    [staff, '/no-such-page'],
  ] as const) {
    const response = await browser.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.text()).not.toContain('Treadline staff')
  }
})
