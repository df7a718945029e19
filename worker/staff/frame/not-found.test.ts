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

test('[H14a] the folder of the roles leads to the list of them', async () => {
  const owner = new Browser()
  await owner.signInAsStaff('owner')
  const short = await owner.fetch('/staff/people/roles/')
  expect([short.status, short.headers.get('Location')]).toEqual([301, '/staff/people/roles'])
  const list = await owner.fetch('/staff/people/roles')
  const [page, part = ''] = list.headers.get('Location')?.split('#') ?? []
  expect([list.status, page]).toEqual([302, '/staff/people/'])
  expect(await (await owner.fetch('/staff/people/')).text()).toContain(`id="${part}"`)
})
